import { add, type Cents, cents, rateOf, split } from "#core/money.ts"
import type { Rates } from "#core/rates.ts"

/** What the card processor keeps of one payment. */
export const processorFee = (total: Cents, rates: Rates["processor"]): Cents =>
  add(rateOf(total, rates.rate), cents(rates.fixedCents))

/** The fee of a payment, shared over its orders in proportion to what each costs the customer. */
export const shareProcessorFee = (fee: Cents, orderTotals: readonly Cents[]): Cents[] =>
  split(fee, orderTotals)
