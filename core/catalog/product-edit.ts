import { z } from "zod"
import { DomainError } from "../errors.ts"
import { type Cents, cents, formatMoney } from "../money.ts"
import { readableText } from "../typed-text.ts"
import { descriptionField, nameField, priceField, stockField, unitAmountField } from "./product-input.ts"
import { NO_UNIT, type Unit, unitField } from "./units.ts"

/** The fields of the edit form: texts, unit, and price and stock of one size. An undefined unit is not changed. */
export type ProductFacts = {
  name: string
  description: string
  priceCents: Cents
  stock: number
  unit?: Unit | null | undefined
  unitAmount?: number | null | undefined
}

/** The facts that the form showed, sent back with it. Nobody types them, so there are no messages. */
const shownFacts = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.number().int().transform(cents),
  stock: z.number().int(),
  unit: unitField,
  unitAmount: z.number().nullish(),
})

const RELOAD = "Reload the page and try again."

/** The edit form: texts, unit, and price and stock of one size ('' for a product without sizes). Stock may be 0. */
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
  /** The product as stored now. */
  current: ProductFacts
  /** The product as the form showed it. */
  shown: ProductFacts
  /** The product as submitted. */
  typed: ProductFacts
}

/**
 * Merges an edit into a product: the submitted value if it differs from the shown one, else the current value; stock
 * changes by the difference, down to 0 at least. Throws `invalid` for fields that this edit and another one both
 * changed.
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

/**
 * Compares values after normalization: a form changes line breaks, and removes surrounding spaces and invisible
 * characters.
 */
type Fact = string | number | null | undefined
const isSame = (a: Fact, b: Fact) => inOneWay(a) === inOneWay(b)
const inOneWay = (value: Fact) => readableText(String(value ?? ""))
