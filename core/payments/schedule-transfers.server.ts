import { and, eq, ne, sum } from "drizzle-orm"
import { HOUR_MS } from "#core/durations.ts"
import { afterUndo } from "#core/orders/undo.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { createTransfers } from "#core/payouts/move-transfer.server.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { cents } from "../money.ts"

/**
 * Schedules an order's transfers when it is fulfilled: the seller's and the courier's earnings, by the ledger, become
 * due for their connected accounts after a delay, when a job sends them, but not while the seller can still undo the
 * step. Written once per order and party.
 */
export async function scheduleTransfers(ctx: Context, tx: Transaction, orderId: string): Promise<void> {
  const delayedUntil = new Date(ctx.now().getTime() + ctx.rates.transferDelayHours * HOUR_MS)
  const { dueAt: finalAt = delayedUntil } = afterUndo(ctx)
  const dueAt = finalAt > delayedUntil ? finalAt : delayedUntil
  const earned = await earnings(tx, orderId)
  await createTransfers(
    ctx,
    tx,
    earned.map(({ party, userId, amountCents }) => ({
      orderId,
      party,
      userId,
      amountCents: cents(amountCents),
      dueAt,
    })),
  )
  await emit(tx, "transfers.due", { orderId }, { dueAt })
}

/**
 * Each party's earnings from an order, by the ledger. The platform keeps its part and needs no transfer; a courier who
 * gave the delivery back has earned nothing.
 */
async function earnings(tx: Transaction, orderId: string) {
  const rows = await tx
    .select({
      party: ledgerEntries.party,
      userId: ledgerEntries.userId,
      amountCents: sum(ledgerEntries.amountCents).mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), ne(ledgerEntries.party, "platform")))
    .groupBy(ledgerEntries.party, ledgerEntries.userId)
  return rows.flatMap(({ party, userId, amountCents }) =>
    userId !== null && amountCents > 0 ? [{ party, userId, amountCents }] : [],
  )
}
