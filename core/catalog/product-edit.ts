import { DomainError } from "../errors.ts"
import { formatMoney } from "../money.ts"
import type { ProductFacts } from "./edit-product-input.ts"

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
