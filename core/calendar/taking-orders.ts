import type { Cents } from "#core/money.ts"
import type { Calendar } from "./calendar.ts"

/** The specification's limit for a delivery; a market may set a lower one. */
export const MOST_RADIUS_MILES = 25

/** A market's hours, its rules for orders, and the time zone that its hours are in. */
export type MarketCalendar = { calendar: Calendar; taking: TakingOrders; timeZone: string }

/** A market's rules for orders. */
export type TakingOrders = {
  /** The most orders in one window; null for no limit. */
  pickupPlaces: number | null
  deliveryPlaces: number | null
  offersDelivery: boolean
  deliveryRadiusMiles: number
  pickupMinimumCents: Cents
  deliveryMinimumCents: Cents
  /** Whether the seller's own courier delivers by default; null: the seller decides for each order. */
  hasOwnDeliverer: boolean | null
}

/** The most orders in one window of a kind; null for no limit. */
export const placesIn = (
  taking: Pick<TakingOrders, "pickupPlaces" | "deliveryPlaces">,
  kind: "pickup" | "delivery",
): number | null => (kind === "delivery" ? taking.deliveryPlaces : taking.pickupPlaces)
