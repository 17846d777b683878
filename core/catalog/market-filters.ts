import { openState } from "../calendar/open-state.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import type { MarketWindow } from "../calendar/windows.ts"
import { clockAt } from "../calendar/zoned-time.ts"
import { deliveryFee } from "../checkout/delivery-fee.ts"
import { type Cents, cents } from "../money.ts"
import type { Rates } from "../rates.ts"
import type { Category } from "./categories.ts"

/** What a customer may narrow the markets near a place by. */
export type MarketFilters = {
  openNow: boolean
  /** Delivers to the place that was searched for. */
  delivers: boolean
  pickupToday: boolean
  category: Category | null
}

export const NO_FILTERS: MarketFilters = {
  openNow: false,
  delivers: false,
  pickupToday: false,
  category: null,
}

export const hasFilters = (filters: MarketFilters): boolean =>
  filters.openNow || filters.delivers || filters.pickupToday || filters.category !== null

/** `fee`: the lowest delivery fee first, and after them who does not deliver there. */
export const MARKET_SORTS = ["distance", "fee"] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** A search for products can be sorted by what they cost too: the lowest price of what was found first. */
export const SEARCH_SORTS = [...MARKET_SORTS, "price"] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The sort of a list without products: by distance where a search would sort by price. */
export const marketSort = (sort: SearchSort): MarketSort => (sort === "price" ? "distance" : sort)

type Near = { calendar: MarketCalendar; distanceMiles: number | null }

/**
 * What a market's delivery to a place costs; where no place is known, what it costs at least. Null where it does not
 * deliver there.
 */
export function deliveryFrom(
  { calendar: { taking }, distanceMiles }: Near,
  delivery: Rates["delivery"],
): Cents | null {
  if (!taking.offersDelivery) return null
  if (distanceMiles === null) return cents(delivery.baseCents)
  return distanceMiles > taking.deliveryRadiusMiles ? null : deliveryFee(distanceMiles, delivery)
}

export function isOpenNow({ calendar, timeZone }: MarketCalendar, now: Date): boolean {
  return openState(calendar, now, timeZone).state === "open"
}

/** Whether the next window for pickup begins on the market's own today. */
export const isPickupToday = (next: MarketWindow | null, timeZone: string, now: Date): boolean =>
  next !== null && clockAt(next.startsAt, timeZone).date === clockAt(now, timeZone).date
