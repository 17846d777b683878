import { z } from "zod"
import { plainText } from "./typed-text.ts"

/** "1200", "1,200", "1 200.50", ".5", "4."; with digits in groups of three, or without groups. */
const POINT = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([, ])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/
/** "4,50" and "1.234,5": a comma before one or two digits is the decimal point, as keypads of other regions have it. */
const COMMA = /^[+-]?(?:\d*|[1-9]\d{0,2}(?:[. ]\d{3})+),\d{1,2}$/

/**
 * A schema for a number that also accepts its plain digits, as people type them and forms and URLs send them. Number()
 * would also turn "0x2", "1e1", true, [1] and null into numbers, which nobody means as a quantity. An empty text
 * reaches the schema as undefined, any other text without a number as NaN.
 */
export const plainNumber = <S extends z.ZodType<unknown, number | undefined>>(number: S) =>
  z.preprocess(fromDigits, number)

/** Returns the number that a text unambiguously means: "1,200" is 1200 and "4,50" is 4.5; NaN for any other text. */
export function fromDigits(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const text = plainText(sent).replace(/\s+/g, " ")
  if (text === "") return undefined
  if (!/\d/.test(text)) return Number.NaN
  if (POINT.test(text)) return Number(text.replace(/[, ]/g, ""))
  return COMMA.test(text) ? Number(text.replace(/[. ]/g, "").replace(",", ".")) : Number.NaN
}

/** Reads dollars as people write them: "$1,234.50", "$ .75", "2.50 USD", "50¢". Otherwise like `fromDigits`. */
export function fromDollarText(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const text = plainText(sent)
  const cents = /^(\d{1,4})\s*¢$/.exec(text)
  if (cents) return Number(cents[1]) / 100
  return fromDigits(text.replace(/^(?:US)?\$|^USD\s|(?:\$|\sUSD)$/i, ""))
}
