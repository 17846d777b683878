import { z } from "zod"
import { DomainError } from "../errors.ts"
import { type Cents, cents, formatMoney } from "../money.ts"
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

type Edit = {
  /** As it is now. */
  current: ProductFacts
  /** As the form showed it. */
  shown: ProductFacts
  /** As the form was sent. */
  typed: ProductFacts
}

/**
 * What an edit makes of a product: the typed value where it differs from the shown one, else what is there now, and of
 * the stock the difference, down to nothing. Throws `invalid` for fields that were changed here and by somebody else.
 */
export function mergeEdit({ current, shown, typed }: Edit): ProductFacts {
  const messages: Record<string, string> = {}
  const merged = <Key extends keyof ProductFacts>(key: Key, now: string): ProductFacts[Key] => {
    if (isSame(typed[key], shown[key])) return current[key]
    if (!isSame(current[key], shown[key]) && !isSame(current[key], typed[key]))
      messages[key] =
        `Somebody changed this to ${now} while you were editing. Press Update again to keep what you typed.`
    return typed[key]
  }
  const facts = {
    name: merged("name", `"${current.name}"`),
    description: merged("description", `"${current.description}"`),
    priceCents: merged("priceCents", formatMoney(current.priceCents)),
    stock: Math.max(0, current.stock + typed.stock - shown.stock),
  }
  const [field] = Object.keys(messages)
  if (field) throw new DomainError("invalid", messages[field] ?? "", field, { messages })
  return facts
}

/** A form sends line breaks in its own way and text without blanks around it. */
const isSame = (a: string | number, b: string | number) => inOneWay(a) === inOneWay(b)
const inOneWay = (value: string | number) => String(value).replaceAll("\r\n", "\n").trim()
