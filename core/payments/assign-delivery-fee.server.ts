import { and, eq, sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries } from "#db/schema/index.ts"
import { cents, negate } from "../money.ts"

type FeeOwner = { party: "platform"; userId: null } | { party: "seller" | "deliverer"; userId: string }

/**
 * The delivery fee belongs to whoever delivers. It waits with the platform from payment on; carrying, taking and
 * giving back move it by a pair of entries that add up to nothing. The caller holds the order's row.
 */
export async function assignDeliveryFee(tx: Transaction, orderId: string, to: FeeOwner): Promise<void> {
  const held = await feeOwners(tx, orderId)
  const moves = held.filter((entry) => entry.amountCents > 0 && entry.userId !== to.userId)
  for (const from of moves) {
    const reference = `order:${orderId}:delivery:${from.entries}:${to.party}`
    const base = { orderId, kind: "delivery" as const }
    await tx.insert(ledgerEntries).values([
      {
        ...base,
        party: from.party,
        userId: from.userId,
        amountCents: negate(cents(from.amountCents)),
        reference: `${reference}:out`,
      },
      { ...base, ...to, amountCents: cents(from.amountCents), reference: `${reference}:in` },
    ])
  }
}

/** Who holds how much of an order's delivery fee; `entries` counts the order's fee entries, to name the next pair. */
async function feeOwners(tx: Transaction, orderId: string) {
  return tx
    .select({
      party: ledgerEntries.party,
      userId: ledgerEntries.userId,
      amountCents: sql`sum(${ledgerEntries.amountCents})`.mapWith(Number),
      entries: sql`sum(count(*)) over ()`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, "delivery")))
    .groupBy(ledgerEntries.party, ledgerEntries.userId)
}
