import { z } from "zod"
import { noteField, replacementField } from "#core/cart/inputs.ts"
import type { SaveNoteInput } from "#core/cart/save-note.server.ts"
import { type OrderNote, REPLACEMENTS } from "#core/orders/order-note.ts"
import { bodyId, text } from "./fields.ts"

const MOST_MARKETS = 100

/** What a customer asks of each market. */
export const noteChoices = z
  .array(
    z.object({
      marketid: bodyId("market", "Which market?"),
      note: noteField.optional().meta({ description: "At most 300 characters; null takes it back." }),
      replacement: replacementField
        .optional()
        .meta({ description: "Where something is out; null leaves it to the market." }),
    }),
  )
  .max(MOST_MARKETS)
  .nullish()
  .meta({
    description: "What the customer asks of a market. A market or a field that is left out keeps it. Ours.",
  })

/** The same in the words of `saveNote`. */
export const toNotes = (choices: z.output<typeof noteChoices>): SaveNoteInput[] =>
  (choices ?? []).map(({ marketid, ...asked }) => ({ marketId: marketid, ...asked }))

/** Only what was asked has its field. */
export const noteFields = {
  note: text.optional().meta({ description: "What the customer asks of the market. Ours." }),
  replacement: z
    .enum(REPLACEMENTS)
    .optional()
    .meta({ description: "What the customer wants where something is out. Ours." }),
}

export const noteOf = ({ note, replacement }: OrderNote) => ({
  ...(note ? { note } : {}),
  ...(replacement ? { replacement } : {}),
})
