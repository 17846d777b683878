import { type Cents, negate } from "#core/money.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries } from "#db/schema/index.ts"
import { PART_OF_KIND } from "./ledger.ts"
import { bearersOfProcessorFee } from "./processor-fee.ts"

export type Sale = {
  orderId: string
  sellerId: string
  itemsCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  tipCents: Cents
  processorFeeCents: Cents
  platformFeeCents: Cents
}

/**
 * Books paid orders in the ledger. For each order, the seller gets the price of the items less the platform's fee and
 * less the items' share of the card processor's fee. The platform gets the tax and, until somebody delivers, the
 * delivery fee and the tip, less their share of the processor's fee. The entries add up to what the customer paid less the
 * processor's fee. Booking the same order twice has no further effect.
 */
export async function bookSales(tx: Transaction, sales: readonly Sale[]): Promise<void> {
  await tx.insert(ledgerEntries).values(sales.flatMap(entriesOf)).onConflictDoNothing()
}

function entriesOf(sale: Sale) {
  const seller = { orderId: sale.orderId, party: "seller" as const, userId: sale.sellerId }
  const platform = { orderId: sale.orderId, party: "platform" as const, userId: null }
  const fee = bearersOfProcessorFee(sale.processorFeeCents, sale)
  const all = [
    { ...seller, kind: "sale" as const, amountCents: sale.itemsCents },
    { ...seller, kind: "processor_fee" as const, amountCents: negate(fee.sellerCents) },
    { ...seller, kind: "platform_fee" as const, amountCents: negate(sale.platformFeeCents) },
    { ...platform, kind: "processor_fee" as const, amountCents: negate(fee.platformCents) },
    { ...platform, kind: "platform_fee" as const, amountCents: sale.platformFeeCents },
    { ...platform, kind: "delivery" as const, amountCents: sale.deliveryCents },
    { ...platform, kind: "tip" as const, amountCents: sale.tipCents },
    { ...platform, kind: "tax" as const, amountCents: sale.taxCents },
  ]
  return all
    .filter((entry) => entry.amountCents !== 0)
    .map((entry) => ({
      ...entry,
      part: PART_OF_KIND[entry.kind],
      reference: `order:${sale.orderId}:${entry.kind}:${entry.party}`,
    }))
}

/** Books the processor's fee of a payment that was refunded before it became an order; the platform pays it. */
export async function bookLostFee(tx: Transaction, refundId: string, feeCents: Cents): Promise<void> {
  await tx
    .insert(ledgerEntries)
    .values({
      party: "platform",
      refundId,
      kind: "processor_fee",
      part: "processor_fee",
      amountCents: negate(feeCents),
      reference: `refund:${refundId}:processor_fee`,
    })
    .onConflictDoNothing()
}
