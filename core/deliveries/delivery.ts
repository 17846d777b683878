import { z } from "zod"
import { HOUR_MS } from "#core/durations.ts"
import type { Cents } from "#core/money.ts"
import type { PositionSource } from "#core/places/coordinates.ts"

export const NOT_APPROVED = "You can deliver once you are approved and connected with Stripe."
export const FINISH_FIRST = "Finish your current delivery first."

/** The time a courier may take to get to the market, or to the customer, after the last step and the window's start. */
export const STUCK_AFTER_MS = 3 * HOUR_MS

/** A delivery before it is taken: the market, the distance and the fee, but nothing about the customer. */
export type WaitingDelivery = {
  id: string
  orderNumber: number
  marketName: string
  marketAddress: string
  marketCity: string
  marketState: string
  marketZip: string
  marketPhone: string
  marketLat: number
  marketLng: number
  marketPositionSource: PositionSource | null
  /** From the market to the customer. */
  deliveryMiles: number | null
  /** From the courier to the market. */
  awayMiles: number
  feeCents: Cents
  tipCents: Cents
  /** When the customer wants it; missing for as soon as possible. */
  window?: DeliveryWindow
}

/** `text` is in the market's time zone. The fields are JSON-safe: both the page and the API send them to the screen. */
export type DeliveryWindow = { startsAt: string; endsAt: string; text: string }

export const positionInput = z.object({
  deliveryId: z.uuid(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracyMeters: z.number().min(0),
})
