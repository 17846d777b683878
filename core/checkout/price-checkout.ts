import { type Category, isCategory } from "#core/catalog/categories.ts"
import { DomainError } from "#core/errors.ts"
import { add, type Cents, times, ZERO } from "#core/money.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMiles, formatMiles } from "#core/places/distance.ts"
import type { StateCode } from "#core/places/states.ts"
import type { Rates } from "#core/rates.ts"
import { deliveryFee } from "./delivery-fee.ts"
import { salesTax } from "./sales-tax.ts"

/** The least that a card can be charged (Stripe's minimum for US dollars). */
export const LEAST_CHARGE_CENTS = 50

export type PricedLine = { category: string; priceCents: Cents; quantity: number; taxCents: Cents }

type MarketPart<L> = {
  marketId: string
  marketName: string
  state: StateCode
  position: Coordinates | null
  lines: readonly L[]
}

export type MarketPrice<L> = {
  marketId: string
  lines: (L & { taxCents: Cents })[]
  itemsCents: Cents
  /** Of the items and of the delivery. */
  taxCents: Cents
  deliveryCents: Cents
  deliveryTaxCents: Cents
  distanceMiles: number | null
}

export type Destination = { state: StateCode; position: Coordinates }

/**
 * What each market's part of a checkout costs. Tax is due where the goods change hands: at the delivery address,
 * or at the market on pickup. Throws `not_deliverable` naming the market that is too far.
 */
export function priceMarket<L extends Omit<PricedLine, "taxCents">>(
  market: MarketPart<L>,
  to: Destination | null,
  rates: Rates["delivery"],
): MarketPrice<L> {
  const distance = to && market.position ? distanceMiles(market.position, to.position) : null
  const fee = to ? deliveryFeeTo(market, distance, rates) : ZERO
  const tax = salesTax({
    state: to?.state ?? market.state,
    lines: market.lines.map((line) => ({
      category: taxCategory(line.category),
      unitPriceCents: line.priceCents,
      quantity: line.quantity,
    })),
    deliveryCents: fee,
  })
  return {
    marketId: market.marketId,
    lines: market.lines.map((line, index) => ({ ...line, taxCents: tax.lineTaxCents[index] ?? ZERO })),
    itemsCents: add(...market.lines.map((line) => times(line.priceCents, line.quantity))),
    taxCents: tax.totalTaxCents,
    deliveryCents: fee,
    deliveryTaxCents: tax.deliveryTaxCents,
    distanceMiles: distance,
  }
}

export type CheckoutTotals = { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents; totalCents: Cents }

/** Adds the markets up. Throws `amount_too_small` below what a card can be charged. */
export function checkoutTotals(
  parts: readonly Pick<MarketPrice<unknown>, "itemsCents" | "taxCents" | "deliveryCents">[],
): CheckoutTotals {
  const itemsCents = add(...parts.map((part) => part.itemsCents))
  const taxCents = add(...parts.map((part) => part.taxCents))
  const deliveryCents = add(...parts.map((part) => part.deliveryCents))
  const totalCents = add(itemsCents, taxCents, deliveryCents)
  if (totalCents < LEAST_CHARGE_CENTS)
    throw new DomainError(
      "amount_too_small",
      "A card cannot be charged less than $0.50. Please add something more to your cart.",
    )
  return { itemsCents, taxCents, deliveryCents, totalCents }
}

/** A category that the table does not know (there is none today) is taxed as general goods. */
const taxCategory = (category: string): Category => (isCategory(category) ? category : "Office Supplies")

function deliveryFeeTo(
  market: { marketId: string; marketName: string },
  distance: number | null,
  rates: Rates["delivery"],
): Cents {
  const fee = distance === null ? null : deliveryFee(distance, rates)
  if (fee !== null) return fee
  const far = distance === null ? "cannot find the way to your address" : `is ${formatMiles(distance)} away`
  throw new DomainError(
    "not_deliverable",
    `${market.marketName} ${far} and delivers up to ${rates.maxMiles} miles. Choose Pick up instead, or take its products out of your cart.`,
    "fulfilment",
    { marketId: market.marketId, marketName: market.marketName },
  )
}
