import { z } from "zod"
import { DomainError } from "../errors.ts"
import { type Cents, cents, formatMoney } from "../money.ts"
import { readableText } from "../typed-text.ts"
import { descriptionField, nameField, priceField, stockField, unitAmountField } from "./product-input.ts"
import { NO_UNIT, type Unit, unitField } from "./units.ts"

/** What the edit form changes: texts, unit, and price and stock of one size. An undefined unit stays as it is. */
export type ProductFacts = {
  name: string
  description: string
  priceCents: Cents
  stock: number
  unit?: Unit | null | undefined
  unitAmount?: number | null | undefined
}

/** What the form showed, as it carries it along. Not typed by anybody, so it has no sentences. */
const shownFacts = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.number().int().transform(cents),
  stock: z.number().int(),
  unit: unitField,
  unitAmount: z.number().nullish(),
})

const RELOAD = "Reload the page and try again."

/** The edit form: texts, unit, and price and stock of one size ('' for a product without sizes). Stock may go to 0. */
export const editProductInput = z
  .object({
    productId: z.string(),
    name: nameField,
    description: descriptionField,
    size: z.string().default(""),
    priceCents: priceField,
    stock: stockField(0),
    unit: unitField,
    unitAmount: unitAmountField,
    /** `ProductFacts` as JSON. */
    shown: z.string({ error: RELOAD }).transform((text, issues) => {
      const shown = shownFacts.safeParse(parsed(text))
      if (shown.success) return shown.data
      issues.addIssue({ code: "custom", message: RELOAD })
      return z.NEVER
    }),
  })
  .refine((typed) => typed.unit || !typed.unitAmount, { path: ["unit"], error: NO_UNIT })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
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
    unit: merged("unit", current.unit ?? "none"),
    unitAmount: merged("unitAmount", String(current.unitAmount ?? "none")),
    stock: Math.max(0, current.stock + typed.stock - shown.stock),
  }
  const [field] = Object.keys(messages)
  if (field) throw new DomainError("invalid", messages[field] ?? "", field, { messages })
  return facts
}

/** A form sends line breaks in its own way, and text without blanks around it or characters that nobody sees. */
type Fact = string | number | null | undefined
const isSame = (a: Fact, b: Fact) => inOneWay(a) === inOneWay(b)
const inOneWay = (value: Fact) => readableText(String(value ?? ""))
