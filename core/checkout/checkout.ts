import { z } from "zod"
import { MINUTE_MS } from "#core/durations.ts"
import { addressFields, firstNameField, lastNameField } from "#core/identity/fields.ts"
import { phoneField } from "#core/identity/phone.ts"
import { isPostBox, POST_BOX_MESSAGE } from "#core/places/post-box.ts"
import type { Moves } from "../history/moves.ts"

/**
 * open: holds stock, waiting for the card · paying: a payment is in flight · completed: orders exist ·
 * released: the hold ran out or was given up, stock is back · refunded: paid too late, money is going back.
 */
export const CHECKOUT_STATUSES = ["open", "paying", "completed", "released", "refunded"] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The only place that knows how a checkout moves on. Whatever is not here cannot happen, on any path. */
export const CHECKOUT_MOVES = {
  start: { from: [null], to: "open", by: ["customer"] },
  pay: { from: ["open"], to: "paying", by: ["customer"] },
  /** Once the provider has said that the payment is impossible. */
  cancelPayment: { from: ["paying"], to: "open", by: ["customer", "system"] },
  /** Also of a hold that ran out, if all of it is still there, and of a payment that was thought impossible. */
  complete: { from: ["open", "paying", "released"], to: "completed", by: ["customer", "system"] },
  /** Paid too late, or a seller was denied: the money goes back. */
  refund: { from: ["open", "paying", "released"], to: "refunded", by: ["customer", "system"] },
  /** Who deletes the account does it in whichever role they are signed in. */
  release: { from: ["open"], to: "released", by: ["customer", "seller", "deliverer", "system"] },
} as const satisfies Moves<CheckoutStatus>

export type CheckoutMove = keyof typeof CHECKOUT_MOVES

const names = { firstName: firstNameField, lastName: lastNameField }
const { address: anyAddress, state, ...otherAddressFields } = addressFields
const address = anyAddress.refine((line) => !isPostBox(line), POST_BOX_MESSAGE)

/**
 * The fields of /ship-to, in the order of its form, so that errors are listed in that order too. The email on the
 * form is read-only: the account's own email is used, whatever is sent.
 */
export const shipToInput = z.object({ ...names, address, state, ...otherAddressFields, phone: phoneField })

/** The billing form of /pay, with the same read-only email. */
export const billingInput = z.object({ ...names, ...addressFields })

/** The delivery instructions of a shipping address, and the saved address that it comes from (core/addresses). */
export type DropOff = { instructions?: string | null; addressId?: string | null }

/** The shipping address as kept. */
export type ShipTo = z.output<typeof shipToInput> & DropOff & { email: string }

/** The cardholder's address as kept. */
export type Billing = z.output<typeof billingInput> & { email: string }

/** How a checkout stands after everybody was asked. */
export type Completion =
  | { outcome: "completed"; orderIds: string[] }
  /** The bank has not answered yet; the sweep and the webhook ask again. */
  | { outcome: "processing" }
  | { outcome: "unpaid"; message: string }
  | { outcome: "refunded"; message: string }

/** Shown to a customer whose payment arrived after the goods had sold out, or after an admin had closed the market. */
export const NO_ORDER_MESSAGE =
  "Your payment couldn't become an order: your items sold out after your reservation expired, or their market has just closed. The full amount is on its way back to your card."

/** The moment until which things are held. */
export const holdUntil = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
