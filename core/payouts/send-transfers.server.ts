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

/** Sends an order's due transfers: the job that runs after fulfillment and the delay. */
export const sendOrderTransfers = (ctx: SystemContext, { orderId }: { orderId: string }) =>
  sendDue(ctx, eq(transfers.orderId, orderId))

/** Sends every transfer that is due. A failed transfer does not stop the others and is retried. */
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
 * Transfers the earnings of an order to the seller's or courier's connected account, from the order's own charge. The
 * row's id is the idempotency key, so it is sent once. Throws `not_allowed` while the person has no account that may be
 * paid; the transfer then stays due.
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
  // Counts the attempt, which also fixes the amount: a refund may only shrink a transfer that nobody has tried to send.
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
