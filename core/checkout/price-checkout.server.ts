import type { CartLine, CartView } from "#core/cart/view-cart.server.ts"
import { type Category, isCategory } from "#core/catalog/categories.ts"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { add, type Cents, times, ZERO } from "#core/money.ts"
import { distanceMiles, formatMiles } from "#core/places/distance.ts"
import type { Rates } from "#core/rates.ts"
import { deliveryFee } from "./delivery-fee.ts"
import type { CheckoutPlaces, MarketPlace } from "./read-places.server.ts"

/** The least that a card can be charged (Stripe's minimum for US dollars). */
const LEAST_CHARGE_CENTS = 50

export type MarketPrice = {
  marketId: string
  lines: (CartLine & { taxCents: Cents })[]
  itemsCents: Cents
  /** Of the items and of the delivery. */
  taxCents: Cents
  deliveryCents: Cents
  deliveryTaxCents: Cents
  distanceMiles: number | null
  taxCalculationId: string | null
}

/**
 * What each market's part of a cart costs. Tax is due where the goods change hands: at the delivery address, or at
 * the market on pickup. It may ask a tax provider, so it is done before any transaction. Throws `not_deliverable`
 * naming the market that is too far, and `cart_changed` for a market that the places were not read for.
 */
export async function priceCheckout(
  ctx: Context,
  cart: CartView,
  places: CheckoutPlaces,
): Promise<MarketPrice[]> {
  const priced: MarketPrice[] = []
  for (const [marketId, lines] of groupByMarket(cart.lines)) {
    const market = places.markets.get(marketId)
    if (!market)
      throw new DomainError("cart_changed", "Your cart changed just now. Look at it and proceed again.")
    priced.push(await priceMarket(ctx, market, lines, places))
  }
  return priced
}

async function priceMarket(
  ctx: Context,
  market: MarketPlace,
  lines: CartLine[],
  { shipTo, destination }: CheckoutPlaces,
): Promise<MarketPrice> {
  const distance = destination && market.position ? distanceMiles(market.position, destination) : null
  const fee = shipTo ? deliveryFeeTo(market, distance, ctx.rates.delivery) : ZERO
  const tax = await ctx.ports.taxes.quote({
    to: shipTo ?? market.address,
    lines: lines.map((line) => ({
      category: taxCategory(line.category),
      unitPriceCents: line.priceCents,
      quantity: line.quantity,
    })),
    deliveryCents: fee,
  })
  return {
    marketId: market.id,
    lines: lines.map((line, index) => ({ ...line, taxCents: tax.lineTaxCents[index] ?? ZERO })),
    itemsCents: add(...lines.map((line) => times(line.priceCents, line.quantity))),
    taxCents: tax.totalTaxCents,
    deliveryCents: fee,
    deliveryTaxCents: tax.deliveryTaxCents,
    distanceMiles: distance,
    taxCalculationId: tax.calculationId,
  }
}

export type CheckoutTotals = { itemsCents: Cents; taxCents: Cents; deliveryCents: Cents; totalCents: Cents }

/** Adds the markets up. Throws `amount_too_small` below what a card can be charged. */
export function checkoutTotals(parts: readonly MarketPrice[]): CheckoutTotals {
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

function groupByMarket(lines: readonly CartLine[]): [string, CartLine[]][] {
  const groups = new Map<string, CartLine[]>()
  for (const line of lines) groups.set(line.marketId, [...(groups.get(line.marketId) ?? []), line])
  return [...groups]
}

/** A category that the table does not know (there is none today) is taxed as general goods. */
const taxCategory = (category: string): Category => (isCategory(category) ? category : "Office Supplies")

function deliveryFeeTo(market: MarketPlace, distance: number | null, rates: Rates["delivery"]): Cents {
  const fee = distance === null ? null : deliveryFee(distance, rates)
  if (fee !== null) return fee
  const far = distance === null ? "cannot find the way to your address" : `is ${formatMiles(distance)} away`
  throw new DomainError(
    "not_deliverable",
    `${market.name} ${far} and delivers up to ${rates.maxMiles} miles. Choose Pick up instead, or take its products out of your cart.`,
    "fulfilment",
    { marketId: market.id, marketName: market.name },
  )
}
