import type { MarketCalendar } from "#core/calendar/taking-orders.ts"
import { deliveryFrom } from "#core/catalog/market-filters.ts"
import { salesTax, taxCategory } from "#core/checkout/sales-tax.ts"
import { countText } from "#core/count-text.ts"
import { add, type Cents, ZERO } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { formatMiles, milesBetween } from "#core/places/distance.ts"
import { isStateCode, type StateCode } from "#core/places/states.ts"
import type { Rates } from "#core/rates.ts"
import { isBuyable, type LineProblem } from "./cart.ts"
import { isTipped, type Tip, type TipChoice, tipChoicesOf, tipsOf } from "./tip.ts"

/** The probable destination of the cart: exact enough for an estimate. */
export type EstimatePlace = {
  /** "10001", or "Baltimore, MD". */
  label: string
  center: Coordinates
  /** Null: use the market's state. */
  state: StateCode | null
}

export type MarketEstimate = {
  marketId: string
  fulfilment: Fulfilment | null
  count: number
  itemsCents: Cents
  /** Zero on pickup; null if it is unknown or the market does not deliver there. */
  deliveryCents: Cents | null
  /** `deliveryCents` is the lowest fee, since the destination is unknown. */
  isAtLeast: boolean
  distanceMiles: number | null
  /** What is wrong with the distance and what to do, in the customer's words. */
  tooFarText: string | null
  /** Without tax. */
  totalCents: Cents
}

export type CartEstimate = {
  /** The destination of the estimate; null if nothing is delivered and if it is unknown. */
  to: string | null
  /** The markets with at least one line that can be bought now. */
  markets: MarketEstimate[]
  count: number
  itemsCents: Cents
  /** How many of the markets are to deliver, and can deliver there, as far as is known. */
  deliveries: number
  /** At how many of the markets the customer picks up. */
  pickups: number
  /** The sum for those markets. */
  deliveryCents: Cents
  /** For the markets that can deliver there. */
  tipCents: Cents
  /** What each percentage of a tip comes to for those markets. */
  tipChoices: TipChoice[]
  taxCents: Cents
  totalCents: Cents
  /** Part of the delivery cost is unknown: the real total is higher. */
  isAtLeast: boolean
}

export const deliveriesText = (count: number): string => (count === 1 ? "1 delivery" : `${count} deliveries`)

type Line = {
  category: string
  priceCents: Cents
  quantity: number
  lineCents: Cents
  problem: LineProblem | null
}
type Market = {
  id: string
  name: string
  fulfilment: Fulfilment | null
  state: string
  lat: number | null
  lng: number | null
  lines: readonly Line[]
  calendar: MarketCalendar
}

type EstimateOptions = {
  place: EstimatePlace | null
  rates: Rates["delivery"]
  tip: Tip
}

/**
 * Estimates the total of what can be bought of a cart, by the fees and the tax table only, without a provider. Not
 * binding: the checkout prices the cart again.
 */
export function estimateCart(all: readonly Market[], options: EstimateOptions): CartEstimate {
  const markets = all
    .map((market) => ({ ...market, lines: market.lines.filter(isBuyable) }))
    .filter(({ lines }) => lines.length > 0)
  const parts = markets.map((market) => estimateMarket(market, options))
  const itemsCents = add(ZERO, ...parts.map((part) => part.itemsCents))
  const deliveryCents = add(ZERO, ...parts.map((part) => part.deliveryCents ?? ZERO))
  const taxes = markets.map((market, index) => taxOf(market, parts[index]?.deliveryCents ?? ZERO, options))
  const taxCents = add(ZERO, ...taxes)
  const delivering = parts.filter(({ fulfilment }) => fulfilment === "delivery")
  const tipped = parts.map((part) => ({
    itemsCents: part.itemsCents,
    isDelivered: isTipped(part.fulfilment) && part.deliveryCents !== null,
  }))
  const tipCents = add(ZERO, ...tipsOf(options.tip, tipped))
  return {
    to: delivering.length > 0 ? (options.place?.label ?? null) : null,
    markets: parts,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    itemsCents,
    deliveries: delivering.filter((part) => part.deliveryCents !== null).length,
    pickups: parts.filter(({ fulfilment }) => fulfilment === "pickup").length,
    deliveryCents,
    tipCents,
    tipChoices: tipChoicesOf(tipped),
    taxCents,
    totalCents: add(itemsCents, deliveryCents, tipCents, taxCents),
    isAtLeast: parts.some((part) => part.isAtLeast || part.fulfilment === null),
  }
}

function estimateMarket(market: Market, options: EstimateOptions): MarketEstimate {
  const itemsCents = add(ZERO, ...market.lines.map(({ lineCents }) => lineCents))
  const fee = feeOf(market, options)
  return {
    marketId: market.id,
    fulfilment: market.fulfilment,
    count: market.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    itemsCents,
    ...fee,
    totalCents: add(itemsCents, fee.deliveryCents ?? ZERO),
  }
}

type Fee = Pick<MarketEstimate, "deliveryCents" | "isAtLeast" | "distanceMiles" | "tooFarText">

function feeOf(market: Market, { place, rates }: EstimateOptions): Fee {
  const { fulfilment } = market
  const none = { isAtLeast: false, distanceMiles: null, tooFarText: null }
  if (fulfilment === "pickup") return { ...none, deliveryCents: ZERO }
  if (fulfilment === null) return { ...none, deliveryCents: null }
  const { calendar } = market
  const miles = milesBetween(place?.center, market)
  const deliveryCents = deliveryFrom({ calendar, distanceMiles: miles }, rates)
  const fee = { ...none, deliveryCents, distanceMiles: miles }
  // A separate message says that a market does not deliver at all.
  if (!calendar.taking.offersDelivery) return fee
  if (!place || miles === null) return { ...fee, isAtLeast: true }
  if (deliveryCents !== null) return fee
  const radius = Math.min(calendar.taking.deliveryRadiusMiles, rates.maxMiles)
  return {
    ...fee,
    tooFarText: `${market.name} is ${formatMiles(miles)} from ${place.label} and delivers up to ${countText(radius, "mile")}. Choose Pick up, or save its items for later.`,
  }
}

/** Tax is due where the goods change hands: at the delivery address, or at the market. */
function taxOf(market: Market, deliveryCents: Cents, { place }: EstimateOptions): Cents {
  const state = (market.fulfilment === "delivery" ? place?.state : null) ?? market.state
  if (!isStateCode(state)) return ZERO
  const lines = market.lines.map(({ category, priceCents, quantity }) => ({
    category: taxCategory(category),
    unitPriceCents: priceCents,
    quantity,
  }))
  return salesTax({ state, lines, deliveryCents }).totalTaxCents
}
