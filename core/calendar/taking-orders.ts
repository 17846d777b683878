import type { Cents } from "#core/money.ts"

/** The specification's limit of a delivery; a market may deliver less far. */
export const MOST_RADIUS_MILES = 25

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
