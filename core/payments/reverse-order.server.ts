import { eq, sum } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { moveTransfers } from "#core/payouts/move-transfer.server.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import { cents, negate } from "../money.ts"
import { type EntryKind, type LedgerPart, PART_OF_KIND } from "./ledger.ts"

/** What takes an order back; `reference` is how its entries are named, and no other event's. */
type Reversal = {
  kind: "refund" | "chargeback"
  reference: string
  refundId?: string | null
  disputeId?: string
}

/** Entries of an order are of a sale, a refund or a chargeback: payouts and fees for disputes have none. */
const partOf = (kind: EntryKind): LedgerPart | null =>
  kind in PART_OF_KIND ? PART_OF_KIND[kind as keyof typeof PART_OF_KIND] : null

/**
 * Takes back what an order has left of its earnings: the seller's and courier's sums go to nothing, and the platform pays
 * the customer the rest, so that it alone bears the processor's fee, which is not given back. Transfers that have not
 * left are cancelled. Written once per event: a refund, or a dispute, since a payment can be disputed again after it was
 * given back. The caller holds the order's row.
 */
export async function reverseOrder(
  ctx: Context,
  tx: Transaction,
  orderId: string,
  event: Reversal,
): Promise<void> {
  const { kind, reference, refundId = null, disputeId = null } = event
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
        refundId,
        disputeId,
        kind,
        part: partOf(row.kind),
        amountCents: negate(cents(row.amountCents)),
        reference: `${reference}:${row.party}:${row.kind}`,
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
        refundId,
        disputeId,
        kind: "processor_fee",
        part: "processor_fee",
        amountCents: cents(lostFee),
        reference: `${reference}:processor_fee`,
      })
    }
  }
  await moveTransfers(ctx, tx, { move: "cancel", where: eq(transfers.orderId, orderId) })
}
