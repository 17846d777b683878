import { add, type Cents, cents, rateOf, split, ZERO } from "#core/money.ts"
import type { Rates } from "#core/rates.ts"

/** What the card processor keeps of one payment. */
export const processorFee = (total: Cents, rates: Rates["processor"]): Cents =>
  add(rateOf(total, rates.rate), cents(rates.fixedCents))

/** The fee of a payment, shared over its orders in proportion to what each costs the customer. */
export const shareProcessorFee = (fee: Cents, orderTotals: readonly Cents[]): Cents[] =>
  split(fee, orderTotals)

type Paid = { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents }

/**
 * Who bears an order's fee: the seller the share of the items, the platform that of the tax and the delivery fee. So a
 * cheap item that is expensive to deliver never costs its seller more than it brings.
 */
export function bearersOfProcessorFee(fee: Cents, { itemsCents, taxCents, deliveryCents }: Paid) {
  const [sellerCents = ZERO, platformCents = ZERO] = split(fee, [itemsCents, taxCents + deliveryCents])
  return { sellerCents, platformCents }
}
