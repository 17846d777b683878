import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { redacted } from "#core/redacted.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { checkouts, orders, transfers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { moveTransfers } from "./move-transfer.server.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"

/** Sends an order's transfers that are due: the job of fulfilment, after the delay. */
export const sendOrderTransfers = (ctx: SystemContext, { orderId }: { orderId: string }) =>
  sendDue(ctx, eq(transfers.orderId, orderId))

/** Sends every transfer that is due. One that fails does not keep the others; it is tried again. */
export const sweepDueTransfers = (ctx: SystemContext) => sendDue(ctx, undefined)

export const dueTransfersSweep = defineSweep("sweep-due-transfers", MINUTE_MS, sweepDueTransfers)

async function sendDue(ctx: SystemContext, which: SQL | undefined): Promise<{ failed: number }> {
  const due = await ctx.db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(which, eq(transfers.status, "due"), lte(transfers.dueAt, ctx.now())))
    .orderBy(asc(transfers.attempts), asc(transfers.dueAt))
    .limit(100)
  const sent = await rowByRow(
    due,
    ({ id }) => sendTransfer(ctx, { transferId: id }),
    ({ id }, error) =>
      ctx.db
        .update(transfers)
        .set({ lastError: redacted(error).message })
        .where(eq(transfers.id, id)),
  )
  return { failed: due.length - sent.length }
}

/**
 * Moves what an order earned to the seller's or courier's connected account, out of the order's own charge and
 * once: the row's id is the idempotency key. Waits while there is no account that may be paid.
 */
export async function sendTransfer(
  ctx: SystemContext,
  { transferId }: { transferId: string },
): Promise<void> {
  const [due] = await ctx.db
    .select({
      userId: transfers.userId,
      party: transfers.party,
      checkoutId: checkouts.id,
      chargeId: checkouts.stripeChargeId,
    })
    .from(transfers)
    .innerJoin(orders, eq(orders.id, transfers.orderId))
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(and(eq(transfers.id, transferId), eq(transfers.status, "due")))
  if (!due || due.party === "platform" || !due.chargeId) return
  const { userId, checkoutId, chargeId, party: role } = due
  const { accountId, onboarded } = await readPayoutAccount(ctx.db, { userId, role })
  // From the first try on the amount stays: a refund may make a transfer smaller that nobody has tried to send.
  const [claimed] = await ctx.db
    .update(transfers)
    .set({ attempts: sql`${transfers.attempts} + 1` })
    .where(and(eq(transfers.id, transferId), eq(transfers.status, "due")))
    .returning({ amountCents: transfers.amountCents })
  if (!claimed) return
  if (!accountId || !onboarded)
    throw new DomainError("not_allowed", "The account of this person may not be paid yet.")
  const { amountCents } = claimed
  const sent = await ctx.ports.payments.transfer({ transferId, chargeId, accountId, checkoutId, amountCents })
  await transaction(ctx.db, async (tx) => {
    const now = ctx.now()
    const [moved] = await moveTransfers(ctx, tx, {
      move: "send",
      where: eq(transfers.id, transferId),
      set: {
        stripeTransferId: sent.id,
        sentAt: now,
        availableAt: sent.availableAt ?? now,
        lastError: null,
      },
    })
    if (moved) await emit(tx, "money.moved", { userId, role })
  })
}
