import { eq, sum } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { moveTransfers } from "#core/payouts/move-transfer.server.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import { cents, negate } from "../money.ts"
import { type EntryKind, type LedgerPart, PART_OF_KIND } from "./ledger.ts"

/** The event that reverses an order; `reference` prefixes its ledger entries and is unique to the event. */
type Reversal = {
  kind: "refund" | "chargeback"
  reference: string
  refundId?: string | null
  disputeId?: string
}

/** Payouts and dispute fees belong to no order, so they have no part. */
const partOf = (kind: EntryKind): LedgerPart | null =>
  kind in PART_OF_KIND ? PART_OF_KIND[kind as keyof typeof PART_OF_KIND] : null

/**
 * Reverses the remaining earnings of an order: the seller's and courier's balances become zero, and the platform pays
 * the customer the rest. Only the platform pays for the processor's fee, which is not returned. Cancels transfers that
 * were not sent. Written once per event, a refund or a dispute, since a payment can be disputed again after its money
 * was returned. The caller must hold the lock on the order's row.
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
