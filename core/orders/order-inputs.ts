import { z } from "zod"
import { PICKUP_STATUSES } from "./statuses.ts"

const orderId = z.string({ error: "Which order?" })

/** The seller's status form of a pickup order. */
export const pickupStatusInput = z.object({
  orderId,
  status: z.enum(PICKUP_STATUSES, { error: "Choose a status." }),
})

const written = (missing: string, most: number) =>
  z.string({ error: missing }).trim().min(1, missing).max(most, `At most ${most} characters.`)

/** Who carries the seller's own delivery, and how the customer can follow it. */
export const carrierInput = z.object({
  orderId,
  carrier: written("Enter the shipper.", 60),
  trackingNumber: written("Enter the tracking number.", 60),
})

/** Why an order cannot be fulfilled; the customer reads it. */
export const cancelInput = z.object({
  orderId,
  reason: written("Tell the customer why.", 300).pipe(z.string().min(5, "Tell the customer a little more.")),
})
