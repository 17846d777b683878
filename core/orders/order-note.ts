import { optionalPhoneField } from "#core/identity/phone.ts"
import type { Fulfilment } from "./statuses.ts"

/** A customer's note and wishes for a market: saved in the cart, then copied to the order. */
export type OrderNote = OrderWish & {
  /**
   * The number on which the market may call about a pickup; in the cart "" if the customer removed it, and null for the
   * number of the account.
   */
  readonly phone: string | null
}

/** The part that the seller reads beside the items. */
export type OrderWish = {
  readonly note: string | null
  /** Null: the customer did not choose. */
  readonly replacement: Replacement | null
}

/** The phone number that a checkout freezes: a pickup's, unless the customer wants none. */
export const pickupPhone = (fulfilment: Fulfilment | null, phone: string | null | undefined): string | null =>
  (fulfilment === "pickup" && phone) || null

/** The number on which the markets of a pickup may call; "" for none, so that the account's is not used. */
export const pickupPhoneField = optionalPhoneField.transform((phone) => phone ?? "")

export const MAX_NOTE_LENGTH = 300

/** The customer's wish for a product that is out of stock. */
export const REPLACEMENTS = ["replace", "refund"] as const
export type Replacement = (typeof REPLACEMENTS)[number]

/** Shown to the customer as a choice, and to the seller on the order. */
export const REPLACEMENT_WORDS: Record<Replacement, string> = {
  replace: "Replace it with something similar",
  refund: "Refund it",
}
