import { eq, sum } from "drizzle-orm"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { cents } from "../money.ts"
import type { LedgerParty } from "./ledger.ts"

const HOUR_MS = 3_600_000

/**
 * Fulfilment: what the order's ledger says the seller and the courier earned becomes due for transfer to their
 * connected accounts after the delay. Written once per order and party.
 */
export async function scheduleTransfers(ctx: Context, tx: Transaction, orderId: string): Promise<void> {
  const dueAt = new Date(ctx.now().getTime() + ctx.rates.transferDelayHours * HOUR_MS)
  const earned = await earnings(tx, orderId)
  for (const [party, { userId, amountCents }] of earned) {
    if (amountCents <= 0) continue
    await tx
      .insert(transfers)
      .values({ orderId, party, userId, amountCents: cents(amountCents), dueAt })
      .onConflictDoNothing()
  }
  // Without a delay the money leaves at once; otherwise the sweep finds it on its day.
  if (ctx.rates.transferDelayHours === 0) await emit(tx, "transfers.due", { orderId })
}

/** Net earnings of an order by party, from the ledger; the platform keeps its part and needs no transfer. */
async function earnings(tx: Transaction, orderId: string) {
  const rows = await tx
    .select({
      party: ledgerEntries.party,
      userId: ledgerEntries.userId,
      amountCents: sum(ledgerEntries.amountCents).mapWith(Number),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party, ledgerEntries.userId)
  const people = new Map<LedgerParty, { userId: string; amountCents: number }>()
  for (const row of rows) {
    if (row.party === "platform" || row.userId === null) continue
    people.set(row.party, { userId: row.userId, amountCents: row.amountCents })
  }
  return people
}
