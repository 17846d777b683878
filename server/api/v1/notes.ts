import { z } from "zod"
import { type NoteField, noteField, replacementField } from "#core/cart/cart.ts"
import type { CartChanges } from "#core/cart/update-cart.server.ts"
import { fromDollars, isWholeCents } from "#core/money.ts"
import { type OrderWish, pickupPhoneField, REPLACEMENTS } from "#core/orders/order-note.ts"
import { plainNumber } from "#core/plain-number.ts"
import { bodyId, text } from "./fields.ts"

const MOST_MARKETS = 100

/** The customer's notes to each market. */
export const noteChoices = z
  .array(
    z.object({
      marketid: bodyId("market", "Which market?"),
      note: noteField.optional().meta({ description: "At most 300 characters; null removes the note." }),
      replacement: replacementField.optional().meta({
        description: "What the market should do if something is out of stock; null lets the market decide.",
      }),
    }),
  )
  .max(MOST_MARKETS)
  .nullish()
  .meta({
    description:
      "The customer's note and replacement choice for each market. Markets and fields that are left out stay unchanged. Ours.",
  })

/** Notes and replacements by market, as `setCart` takes them. */
export const toNotes = (choices: z.output<typeof noteChoices>): Required<Pick<CartChanges, NoteField>> => ({
  notes: Object.fromEntries((choices ?? []).map(({ marketid, note }) => [marketid, note])),
  replacements: Object.fromEntries(
    (choices ?? []).map(({ marketid, replacement }) => [marketid, replacement]),
  ),
})

export const phoneChoice = pickupPhoneField.nullable().optional().meta({
  description:
    "The phone number on which the markets of a pickup may call while the order is open; null for none. If it was never sent, the account's is used. Ours.",
})

/** The phone number as `setCart` takes it. */
export const toPhone = (choice: z.output<typeof phoneChoice>): string | undefined =>
  choice === null ? "" : choice

/** The tip on the cart's deliveries. */
export const tipChoice = z
  .union([
    z.object({ percent: z.literal([0, 10, 15, 20]) }).strict(),
    z.object({ amount: plainNumber(z.number().positive().max(10_000).refine(isWholeCents)) }).strict(),
  ])
  .nullish()
  .meta({
    description:
      "The tip for the person who delivers: percent of each market's items, or an amount in US dollars that the markets share by their items, at most $100 a market; percent 0 for none. Ours.",
  })

/** The tip as `setCart` takes it. */
export const toTip = (choice: z.output<typeof tipChoice>): Pick<CartChanges, "tip" | "tipAmount"> => {
  if (!choice) return {}
  return "percent" in choice
    ? { tip: String(choice.percent) as "0" | "10" | "15" | "20" }
    : { tip: "other", tipAmount: fromDollars(choice.amount) }
}

/** Fields without a value are left out. */
export const noteFields = {
  note: text.optional().meta({ description: "The customer's note to the market. Ours." }),
  replacement: z
    .enum(REPLACEMENTS)
    .optional()
    .meta({ description: "What the market should do if something is out of stock. Ours." }),
}

/** The number on which the market may call about a pickup, for those who may see it; left out otherwise. */
export const phoneField = text.optional().meta({
  description:
    "The customer's phone number for a pickup: for the customer, and for the market while the order is open. Ours.",
})

export const noteOf = ({ note, replacement }: OrderWish) => ({
  ...(note ? { note } : {}),
  ...(replacement ? { replacement } : {}),
})
