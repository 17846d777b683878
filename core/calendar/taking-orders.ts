import type { Cents } from "#core/money.ts"
import type { Calendar } from "./calendar.ts"

/** The specification's limit of a delivery; a market may deliver less far. */
export const MOST_RADIUS_MILES = 25

/** A market's calendar with what it asks of orders, and the time zone in which it is read. */
export type MarketCalendar = { calendar: Calendar; taking: TakingOrders; timeZone: string }

/** What a market asks of orders, beside its hours. */
export type TakingOrders = {
  /** Most orders in one window; null: no limit. */
  pickupPlaces: number | null
  deliveryPlaces: number | null
  offersDelivery: boolean
  deliveryRadiusMiles: number
  pickupMinimumCents: Cents
  deliveryMinimumCents: Cents
  /** Who delivers unless the seller says otherwise; null: asked for each order. */
  hasOwnDeliverer: boolean | null
}

/** How many orders one window of a kind may have; null: no limit. */
export const placesIn = (
  taking: Pick<TakingOrders, "pickupPlaces" | "deliveryPlaces">,
  kind: "pickup" | "delivery",
): number | null => (kind === "delivery" ? taking.deliveryPlaces : taking.pickupPlaces)
