import { z } from "zod"
import { plainText } from "./typed-text.ts"

/** "1200", "1,200", "1 200.50", ".5", "4."; in groups of three, or in none. */
const POINT = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([, ])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/
/** "4,50" and "1.234,5": a comma before one or two digits is the decimal point, as keypads of other regions have it. */
const COMMA = /^[+-]?(?:\d*|[1-9]\d{0,2}(?:[. ]\d{3})+),\d{1,2}$/

/**
 * A schema of a number that takes its plain digits too, as people type them and forms and URLs send them. Number()
 * would make numbers of "0x2", "1e1", true, [1] and null as well: those are nobody's quantity. No text arrives in the
 * schema as undefined, other text as NaN.
 */
export const plainNumber = <S extends z.ZodType<unknown, number | undefined>>(number: S) =>
  z.preprocess(fromDigits, number)

/** The number that a text has in its one reading: "1,200" is 1200 and "4,50" is 4.5; what has none is NaN. */
export function fromDigits(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const text = plainText(sent).replace(/\s+/g, " ")
  if (text === "") return undefined
  if (!/\d/.test(text)) return Number.NaN
  if (POINT.test(text)) return Number(text.replace(/[, ]/g, ""))
  return COMMA.test(text) ? Number(text.replace(/[. ]/g, "").replace(",", ".")) : Number.NaN
}

/** Dollars as people write them: "$1,234.50", "$ .75", "2.50 USD", "50¢". Otherwise as `fromDigits`. */
export function fromDollarText(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const text = plainText(sent)
  const cents = /^(\d{1,4})\s*¢$/.exec(text)
  if (cents) return Number(cents[1]) / 100
  return fromDigits(text.replace(/^(?:US)?\$|^USD\s|(?:\$|\sUSD)$/i, ""))
}
