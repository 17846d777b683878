/** What a customer asks of a market: in the cart, and with the order that comes of it. */
export type OrderNote = {
  readonly note: string | null
  /** Null: the customer did not say. */
  readonly replacement: Replacement | null
}

export const MAX_NOTE_LENGTH = 300

/** What the customer wants where a product is out. */
export const REPLACEMENTS = ["replace", "refund"] as const
export type Replacement = (typeof REPLACEMENTS)[number]

/** As the customer chooses it, and as the seller reads it. */
export const REPLACEMENT_WORDS: Record<Replacement, string> = {
  replace: "Replace it with something similar",
  refund: "Refund it",
}
