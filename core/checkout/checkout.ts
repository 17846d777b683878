import { z } from "zod"
import { MINUTE_MS } from "#core/durations.ts"
import { addressFields, firstNameField, lastNameField } from "#core/identity/fields.ts"
import { phoneField } from "#core/identity/phone.ts"
import { cents } from "#core/money.ts"
import { pickupPhoneField } from "#core/orders/order-note.ts"
import { isPostBox, POST_BOX_MESSAGE } from "#core/places/post-box.ts"
import type { Moves } from "../history/moves.ts"

/**
 * open: holds stock, waiting for the card · paying: a payment is under way · completed: orders exist · released: the
 * hold expired or was given up, and the stock is returned · refunded: paid too late, and the money is being returned.
 */
export const CHECKOUT_STATUSES = ["open", "paying", "completed", "released", "refunded"] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The only table of a checkout's moves. A move that is not listed cannot happen. */
export const CHECKOUT_MOVES = {
  start: { from: [null], to: "open", by: ["customer"] },
  pay: { from: ["open"], to: "paying", by: ["customer"] },
  /** After the provider has confirmed that the payment can no longer succeed. */
  cancelPayment: { from: ["paying"], to: "open", by: ["customer", "system"] },
  /**
   * Also allowed for an expired hold, if all of its stock is still available, and for a payment that was thought
   * impossible.
   */
  complete: { from: ["open", "paying", "released"], to: "completed", by: ["customer", "system"] },
  /** Paid too late, or a seller was denied: the money is refunded. */
  refund: { from: ["open", "paying", "released"], to: "refunded", by: ["customer", "system"] },
  /** People can delete their account in any role. */
  release: { from: ["open"], to: "released", by: ["customer", "seller", "deliverer", "system"] },
} as const satisfies Moves<CheckoutStatus>

export type CheckoutMove = keyof typeof CHECKOUT_MOVES

const names = { firstName: firstNameField, lastName: lastNameField }
const { address: anyAddress, addressOne, zip, city, state } = addressFields
const address = anyAddress.refine((line) => !isPostBox(line), POST_BOX_MESSAGE)

/**
 * The fields of /ship-to, in the order of its form, so that errors are listed in that order. The form's email is
 * read-only: the account's own email is used, whatever is submitted.
 */
export const shipToInput = z.object({ ...names, address, addressOne, zip, city, state, phone: phoneField })

/** The billing form of /pay, with the same read-only email. */
export const billingInput = z.object({ ...names, ...addressFields })

/**
 * A shipping address's delivery instructions, and the id of the saved address that it was copied from (core/addresses).
 */
export type DropOff = { instructions?: string | null; addressId?: string | null }

/** The shipping address as stored. */
export type ShipTo = z.output<typeof shipToInput> & DropOff & { email: string }

/** The form of /pay, which has a phone number for pickups, and the total that it showed, in cents. */
export const payInput = billingInput.extend({
  phone: pickupPhoneField.optional(),
  shownCents: z.coerce.number().int().transform(cents).optional().catch(undefined),
})

/** The cardholder's address as stored. */
export type Billing = z.output<typeof billingInput> & { email: string }

/** The result of a checkout once the provider was queried. */
export type Completion =
  | { outcome: "completed"; orderIds: string[] }
  /** The bank has not responded yet; the sweep and the webhook check again. */
  | { outcome: "processing" }
  | { outcome: "unpaid"; message: string }
  | { outcome: "refunded"; message: string }

/** Shown to a customer who paid after the goods had sold out or an admin had closed the market. */
export const NO_ORDER_MESSAGE =
  "Your payment couldn't become an order: your items sold out after your reservation expired, or their market has just closed. The full amount is on its way back to your card."

/** When a hold of this many minutes ends. */
export const holdUntil = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
