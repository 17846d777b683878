import { and, asc, eq, getTableColumns, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { type Cents, cents } from "#core/money.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { earnedOf } from "#core/payments/book-refund.server.ts"
import { scheduleTransfers } from "#core/payments/schedule-transfers.server.ts"
import { redacted } from "#core/redacted.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import type { Transaction } from "#db/client.ts"
import { orders, transferReversals, transfers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { createReversal, moveReversals, moveTransfers } from "./move-transfer.server.ts"

/**
 * Reverses what transfers paid beyond what their orders earn now: in whole, if an order was refunded or charged back
 * after the transfer, or in part, after a partial refund. If the money was already paid out, the reversal waits for the
 * account's next money. A failed reversal does not stop the others.
 */
export async function sweepReversals(ctx: SystemContext): Promise<{ failed: number }> {
  await requestReversals(ctx)
  const due = await ctx.db
    .select({ id: transferReversals.id })
    .from(transferReversals)
    .where(eq(transferReversals.status, "due"))
    .orderBy(asc(transferReversals.attempts), asc(transferReversals.createdAt))
    .limit(100)
  const sent = await rowByRow(
    due,
    ({ id }) => sendReversal(ctx, id),
    ({ id }, error) =>
      ctx.db
        .update(transferReversals)
        .set({ lastError: redacted(error).message })
        .where(eq(transferReversals.id, id)),
  )
  return { failed: due.length - sent.length }
}

export const reversalsSweep = defineSweep("sweep-reversals", MINUTE_MS, sweepReversals)

/** SQL for a row of `transfers`: cents of its reversals that are due. */
const comingBack = () =>
  sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from transfer_reversals r
    where r.transfer_id = transfers.id and r.status = 'due')`.mapWith(Number)

/** SQL for a row of `transfers`: cents that were transferred and not reversed, beyond what its order earns. */
const excess = () =>
  sql<number>`(transfers.amount_cents - transfers.reversed_cents - greatest(0, ${earnedOf()}))`.mapWith(
    Number,
  )

async function requestReversals(ctx: SystemContext): Promise<void> {
  const isTooMuch = and(eq(transfers.status, "sent"), sql`${excess()} > ${comingBack()}`)
  const found = await ctx.db
    .select({ id: transfers.id, orderId: transfers.orderId })
    .from(transfers)
    .where(isTooMuch)
    .orderBy(asc(transfers.orderId))
    .limit(100)
  for (const { id, orderId } of found) {
    await transaction(ctx.db, async (tx) => {
      await lock(tx, orderId)
      const [row] = await tx
        .select({ cents: sql`${excess()} - ${comingBack()}`.mapWith(Number) })
        .from(transfers)
        .where(and(eq(transfers.id, id), isTooMuch))
      if (row)
        await createReversal(ctx, tx, {
          transferId: id,
          amountCents: cents(row.cents),
          createdAt: ctx.now(),
        })
    })
  }
}

const lock = (tx: Transaction, orderId: string) =>
  tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for("no key update")

type Claimed = {
  transfer: typeof transfers.$inferSelect
  amountCents: Cents
  rejections: number
  providerTransferId: string
}

async function sendReversal(ctx: SystemContext, reversalId: string): Promise<void> {
  const claimed = await transaction(ctx.db, (tx) => claim(ctx, tx, reversalId))
  if (!claimed) return
  const { transfer, ...asked } = claimed
  const made = await ctx.ports.payments.reverseTransfer({ reversalId, ...asked })
  if (!made) {
    // All attempts since the last rejection share an idempotency key, so this also rejects the ones without a response.
    await ctx.db
      .update(transferReversals)
      .set({ rejections: transferReversals.attempts, lastError: "The account has not enough." })
      .where(and(eq(transferReversals.id, reversalId), eq(transferReversals.rejections, asked.rejections)))
    return
  }
  await transaction(ctx.db, async (tx) => {
    await lock(tx, transfer.orderId)
    const [done] = await moveReversals(ctx, tx, {
      move: "complete",
      where: eq(transferReversals.id, reversalId),
      set: { stripeReversalId: made.id, doneAt: ctx.now(), lastError: null },
    })
    if (!done) return
    const ofTransfer = eq(transfers.id, transfer.id)
    await tx
      .update(transfers)
      .set({
        reversedCents: sql`${transfers.reversedCents} + ${done.amountCents}`,
        stripeReversalId: made.id,
      })
      .where(ofTransfer)
    const isWhole = eq(transfers.reversedCents, transfers.amountCents)
    await moveTransfers(ctx, tx, { move: "reverse", where: and(ofTransfer, isWhole) })
    const { userId, party, orderId } = transfer
    // Schedules nothing, unless the bank returned the order's money during the reversal.
    await scheduleTransfers(ctx, tx, orderId)
    if (party !== "platform") await emit(tx, "money.moved", { userId, role: party })
  })
}

/**
 * Counts an attempt at a reversal that is still needed; otherwise cancels it. A reversal whose last attempt got no
 * response may have succeeded, so it is always tried again.
 */
async function claim(ctx: SystemContext, tx: Transaction, reversalId: string): Promise<Claimed | null> {
  const ofReversal = eq(transferReversals.id, reversalId)
  const [of] = await tx
    .select({ orderId: transfers.orderId })
    .from(transferReversals)
    .innerJoin(transfers, eq(transfers.id, transferReversals.transferId))
    .where(ofReversal)
  if (!of) return null
  await lock(tx, of.orderId)
  const [row] = await tx
    .select({
      reversal: getTableColumns(transferReversals),
      transfer: getTableColumns(transfers),
      isNeeded: sql<boolean>`${excess()} >= ${comingBack()}`,
    })
    .from(transferReversals)
    .innerJoin(transfers, eq(transfers.id, transferReversals.transferId))
    .where(and(ofReversal, eq(transferReversals.status, "due")))
  if (!row?.transfer.stripeTransferId) return null
  const { reversal, transfer } = row
  if (reversal.attempts === reversal.rejections && !row.isNeeded) {
    await moveReversals(ctx, tx, { move: "cancel", where: ofReversal })
    return null
  }
  await tx
    .update(transferReversals)
    .set({ attempts: reversal.attempts + 1 })
    .where(ofReversal)
  return {
    transfer,
    amountCents: reversal.amountCents,
    rejections: reversal.rejections,
    providerTransferId: row.transfer.stripeTransferId,
  }
}
