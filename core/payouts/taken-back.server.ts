import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"

/**
 * Of a row of `transfers`: what it brought was taken back, because the order was refunded or charged back. A
 * chargeback that the bank decided for us is on the books twice, and adds up to nothing.
 */
export function takenBack(db: Executor): SQL<boolean> {
  const booked = db
    .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.orderId, transfers.orderId),
        eq(ledgerEntries.userId, transfers.userId),
        inArray(ledgerEntries.kind, ["refund", "chargeback"]),
      ),
    )
  return sql<boolean>`${booked} < 0`
}
