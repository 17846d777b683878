/** A customer's note and wishes for a market: saved in the cart, then copied to the order. */
export type OrderNote = {
  readonly note: string | null
  /** Null: the customer did not choose. */
  readonly replacement: Replacement | null
}

export const MAX_NOTE_LENGTH = 300

/** The customer's wish for a product that is out of stock. */
export const REPLACEMENTS = ["replace", "refund"] as const
export type Replacement = (typeof REPLACEMENTS)[number]

/** Shown to the customer as a choice, and to the seller on the order. */
export const REPLACEMENT_WORDS: Record<Replacement, string> = {
  replace: "Replace it with something similar",
  refund: "Refund it",
}
