import { and, eq, sum } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import { cents, negate } from "../money.ts"

/**
 * Takes back what an order has left of its earnings: the seller's and courier's sums go to nothing, and the platform pays
 * the customer the rest, so that it alone bears the processor's fee, which is not given back. Transfers that have not
 * left are cancelled. Written once per `event`, which its entries are named after: a refund, or a dispute, since a payment
 * can be disputed again after it was given back. The caller holds the order's row.
 */
export async function reverseOrder(
  tx: Transaction,
  orderId: string,
  kind: "refund" | "chargeback",
  event: string,
): Promise<void> {
  const sums = await tx
    .select({
      party: ledgerEntries.party,
      userId: ledgerEntries.userId,
      kind: ledgerEntries.kind,
      amountCents: sum(ledgerEntries.amountCents).mapWith(Number),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party, ledgerEntries.userId, ledgerEntries.kind)
  const kept = sums.filter((row) => row.amountCents !== 0)
  if (kept.length > 0) {
    await tx.insert(ledgerEntries).values(
      kept.map((row) => ({
        party: row.party,
        userId: row.userId,
        orderId,
        kind,
        amountCents: negate(cents(row.amountCents)),
        reference: `${event}:${row.party}:${row.kind}`,
      })),
    )
    const lostFee = kept
      .filter((row) => row.kind === "processor_fee")
      .reduce((total, row) => total + row.amountCents, 0)
    if (lostFee !== 0) {
      await tx.insert(ledgerEntries).values({
        party: "platform",
        userId: null,
        orderId,
        kind: "processor_fee",
        amountCents: cents(lostFee),
        reference: `${event}:processor_fee`,
      })
    }
  }
  await tx
    .update(transfers)
    .set({ status: "cancelled" })
    .where(and(eq(transfers.orderId, orderId), eq(transfers.status, "due")))
}
