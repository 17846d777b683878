import { type Category, isApparel, isCategory } from "../catalog/categories.ts"
import { add, type Cents, cents, rateOf, split, times, ZERO } from "../money.ts"
import type { StateCode } from "../places/states.ts"
import { type ClothingRule, SALES_TAX_TABLE, type StateSalesTax } from "./sales-tax-table.ts"

/** A category that the table does not know (there is none today) is taxed as general goods. */
export const taxCategory = (category: string): Category =>
  isCategory(category) ? category : "Office Supplies"

export type TaxableLine = { category: Category; unitPriceCents: Cents; quantity: number }

export type SalesTaxInput = {
  /** Where the goods change hands: the state of the delivery address, or the market's on pickup. */
  state: StateCode
  lines: readonly TaxableLine[]
  /** Zero on pickup. */
  deliveryCents: Cents
}

export type SalesTax = {
  /** The tax of each line, in the order of `lines`. */
  lineTaxCents: Cents[]
  deliveryTaxCents: Cents
  totalTaxCents: Cents
}

type LineTax = { taxableCents: Cents; rate: number }

/**
 * Sales tax of one market's part of a checkout, by the dated table of state rates. Rounded half up to a whole cent once
 * per line (price × quantity), so that lines add up to the total shown. If the delivery fee is taxed, it is split over
 * the lines by price, and each share is taxed like its line: delivery of exempt food is exempt.
 */
export function salesTax({ state, lines, deliveryCents }: SalesTaxInput): SalesTax {
  const law = SALES_TAX_TABLE[state]
  const taxes = lines.map((line) => lineTax(line, law))
  const lineTaxCents = taxes.map(({ taxableCents, rate }) => rateOf(taxableCents, rate))
  const deliveryTaxCents = law.taxesDelivery ? deliveryTax(lines, taxes, deliveryCents) : ZERO
  return { lineTaxCents, deliveryTaxCents, totalTaxCents: add(...lineTaxCents, deliveryTaxCents) }
}

function lineTax(line: TaxableLine, law: StateSalesTax): LineTax {
  const { category, unitPriceCents, quantity } = line
  const whole = times(unitPriceCents, quantity)
  if (isApparel(category) && law.clothing) {
    return { taxableCents: times(taxableOfArticle(unitPriceCents, law.clothing), quantity), rate: law.rate }
  }
  const isGeneral = isApparel(category) || category === "Office Supplies"
  return { taxableCents: whole, rate: isGeneral ? law.rate : law.food }
}

/** Limits apply to the single article, whatever the quantity. */
function taxableOfArticle(price: Cents, rule: ClothingRule): Cents {
  if (rule.kind === "exempt") return ZERO
  if (rule.kind === "below") return price < rule.cents ? ZERO : price
  return cents(Math.max(0, price - rule.cents))
}

function deliveryTax(lines: readonly TaxableLine[], taxes: readonly LineTax[], fee: Cents): Cents {
  const prices = lines.map((line) => times(line.unitPriceCents, line.quantity))
  const shares = split(fee, prices)
  return add(
    ...shares.map((share, index) => {
      const { taxableCents, rate } = taxes[index] ?? { taxableCents: ZERO, rate: 0 }
      const price = prices[index] ?? 0
      return price === 0 ? ZERO : rateOf(share, (rate * taxableCents) / price)
    }),
  )
}
