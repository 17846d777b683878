import { add, type Cents, cents, rateOf, split, ZERO } from "#core/money.ts"
import type { Rates } from "#core/rates.ts"

export const processorFee = (total: Cents, rates: Rates["processor"]): Cents =>
  add(rateOf(total, rates.rate), cents(rates.fixedCents))

/** Splits a payment's fee among its orders, in proportion to each order's total. */
export const shareProcessorFee = (fee: Cents, orderTotals: readonly Cents[]): Cents[] =>
  split(fee, orderTotals)

type Paid = { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents; tipCents: Cents }

/**
 * Splits an order's fee: the seller pays the items' share, the platform the share of tax, delivery fee and tip. This
 * way, a cheap item that is expensive to deliver never costs its seller more than it earns.
 */
export function bearersOfProcessorFee(fee: Cents, { itemsCents, taxCents, deliveryCents, tipCents }: Paid) {
  const [sellerCents = ZERO, platformCents = ZERO] = split(fee, [
    itemsCents,
    taxCents + deliveryCents + tipCents,
  ])
  return { sellerCents, platformCents }
}
