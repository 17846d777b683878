import { z } from "zod"
import { type Cents, cents } from "../money.ts"
import { descriptionField, nameField, priceField, stockField } from "./product-input.ts"

/** What the edit form changes: texts, and price and stock of one size. */
export type ProductFacts = { name: string; description: string; priceCents: Cents; stock: number }

/** What the form showed, as it carries it along. Not typed by anybody, so it has no sentences. */
const shownFacts = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.number().int().transform(cents),
  stock: z.number().int(),
})

/** The edit form: texts, and price and stock of one size ('' for a product without sizes). Stock may go to 0. */
export const editProductInput = z.object({
  productId: z.string(),
  name: nameField,
  description: descriptionField,
  size: z.string().default(""),
  priceCents: priceField,
  stock: stockField(0),
  /** `ProductFacts` as JSON. A form without it, of the version before, writes all that it sends. */
  shown: z
    .string()
    .optional()
    .transform((text, issues) => {
      const shown = shownFacts.safeParse(parsed(text))
      if (shown.success) return shown.data
      if (text) issues.addIssue({ code: "custom", message: "Reload the page and try again." })
      return undefined
    }),
})

function parsed(text: string | undefined): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
