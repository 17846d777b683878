import { eq, sql } from "drizzle-orm"
import { type Cents, negate } from "#core/money.ts"
import type { Transaction } from "#db/client.ts"
import { ledgerEntries, orders } from "#db/schema/index.ts"
import { PART_OF_KIND } from "./ledger.ts"

type Exchange = {
  orderId: string
  sellerId: string
  /** The accepted offer; it is booked once. */
  offerId: string
  /** What moves from the order's tax to its items; negative: the other way round. */
  taxToItemsCents: Cents
}

/**
 * Books a replacement that is taxed at another rate than what it replaces: the order's total stays, but more of it is
 * the seller's price and less is tax, or the other way round. The caller must hold the lock on the order's row.
 */
export async function bookExchange(tx: Transaction, exchange: Exchange): Promise<void> {
  const { orderId, sellerId, offerId, taxToItemsCents } = exchange
  if (taxToItemsCents === 0) return
  const of = { orderId, reference: `replacement:${offerId}` }
  await tx.insert(ledgerEntries).values([
    {
      ...of,
      party: "seller",
      userId: sellerId,
      kind: "sale",
      part: PART_OF_KIND.sale,
      amountCents: taxToItemsCents,
      reference: `${of.reference}:sale`,
    },
    {
      ...of,
      party: "platform",
      userId: null,
      kind: "tax",
      part: PART_OF_KIND.tax,
      amountCents: negate(taxToItemsCents),
      reference: `${of.reference}:tax`,
    },
  ])
  await tx
    .update(orders)
    .set({
      itemsCents: sql`${orders.itemsCents} + ${taxToItemsCents}`,
      taxCents: sql`${orders.taxCents} - ${taxToItemsCents}`,
    })
    .where(eq(orders.id, orderId))
}
