import { openState } from "../calendar/open-state.ts"
import type { MarketCalendar } from "../calendar/taking-orders.ts"
import type { MarketWindow } from "../calendar/windows.ts"
import { clockAt } from "../calendar/zoned-time.ts"
import { deliveryFee } from "../checkout/delivery-fee.ts"
import { type Cents, cents } from "../money.ts"
import type { Rates } from "../rates.ts"
import type { Category } from "./categories.ts"

/** A customer's filters for the markets near a location. */
export type MarketFilters = {
  openNow: boolean
  /** Delivers to the searched location. */
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

/** `fee`: the lowest delivery fee first; markets that do not deliver there come last. */
export const MARKET_SORTS = ["distance", "fee"] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/** A product search can also be sorted by price: the lowest price among the matches first. */
export const SEARCH_SORTS = [...MARKET_SORTS, "price"] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The sort of a list without products: "price" becomes "distance". */
export const marketSort = (sort: SearchSort): MarketSort => (sort === "price" ? "distance" : sort)

type Near = { calendar: MarketCalendar; distanceMiles: number | null }

/**
 * The fee for a market's delivery to a location; the lowest fee if the location is unknown. Null if the market does not
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

/** Whether the next pickup window begins today, in the market's time zone. */
export const isPickupToday = (next: MarketWindow | null, timeZone: string, now: Date): boolean =>
  next !== null && clockAt(next.startsAt, timeZone).date === clockAt(now, timeZone).date
