import { z } from "zod"
import { readableText } from "#core/typed-text.ts"
import { GOODS_PLACES } from "./moves.ts"
import { PICKUP_STATUSES } from "./statuses.ts"

const orderId = z.string({ error: "Which order?" })

/** The seller's status form of a pickup order. */
export const pickupStatusInput = z.object({
  orderId,
  status: z.enum(PICKUP_STATUSES, { error: "Choose a status." }),
})

export const WRONG_CODE = "That is not this order's code."

/** The confirmation code that the customer shows, as the seller types it. */
export const typedCode = z.string().overwrite(readableText).max(40, WRONG_CODE)

const NO_CODE = "Enter the code, or choose “Without code”."

/** Handing over a pickup order with the customer's code. */
export const handOverInput = z.object({
  orderId,
  code: z.string({ error: NO_CODE }).overwrite(readableText).min(1, NO_CODE).max(40, WRONG_CODE),
})

/** A step of an order that needs nothing but the order. */
export const stepInput = z.object({ orderId })

const written = (missing: string, most: number) =>
  z
    .string({ error: missing })
    .overwrite(readableText)
    .min(1, missing)
    .max(most, `At most ${most} characters.`)

/** The carrier of the seller's own delivery, and how the customer can track it. */
export const carrierInput = z.object({
  orderId,
  carrier: written("Enter the shipper.", 60),
  trackingNumber: written("Enter the tracking number.", 60),
})

/** Why an order cannot be fulfilled; shown to the customer. */
export const cancelInput = z.object({
  orderId,
  reason: written("Tell the customer why.", 300).pipe(z.string().min(5, "Tell the customer a little more.")),
})

/** The admin form's input: whether to restore the stock, and who had the goods when the page was loaded. */
export const cancelAsAdminInput = cancelInput.extend({
  restock: z.boolean().default(false),
  seen: z.enum(GOODS_PLACES, { error: "Reload the page, please." }),
})

/** Without I, L, O, U, 0 and 1, which are easily confused when read aloud or over the phone. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A code like "K7QF-3M2X" from eight random bytes: 30⁸ possible codes. The database enforces uniqueness. */
export function confirmationCode(random: Uint8Array = crypto.getRandomValues(new Uint8Array(8))): string {
  const letters = [...random.slice(0, 8)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`
}

const compact = (code: string) => code.replace(/[\s-]/g, "").toUpperCase()

/** Whether the typed text is this confirmation code, regardless of case, spaces and hyphens. */
export const isCodeOf = (confirmation: string, typed: string): boolean =>
  compact(confirmation) === compact(typed)

/** Carriers with a public tracking page, and the page's address without the tracking number. */
const PAGES: readonly { carrier: RegExp; address: string }[] = [
  { carrier: /\bups\b/i, address: "https://www.ups.com/track?tracknum=" },
  { carrier: /\busps\b|postal service/i, address: "https://tools.usps.com/go/TrackConfirmAction?tLabels=" },
  { carrier: /\bfed ?ex\b/i, address: "https://www.fedex.com/fedextrack/?trknbr=" },
  { carrier: /\bdhl\b/i, address: "https://www.dhl.com/us-en/home/tracking.html?tracking-id=" },
]

/** The carrier's tracking page for a parcel; null if the carrier's name, as the seller typed it, is unknown. */
export function trackingLink(carrier: string, trackingNumber: string): string | null {
  const page = PAGES.find((one) => one.carrier.test(carrier))
  return page ? page.address + encodeURIComponent(trackingNumber.replace(/\s/g, "")) : null
}

/** The most orders that one "Got it" acknowledges. */
export const MOST_ACKNOWLEDGED = 100

export const acknowledgeInput = z.object({ orderIds: z.array(z.uuid()).min(1).max(MOST_ACKNOWLEDGED) })
