import { z } from "zod"

const DIGITS = /^[+-]?\d+(\.\d+)?$/

/**
 * A schema of a number that takes its plain digits too, as forms and URLs send them. Number() would make numbers of
 * "0x2", "1e1", true, [1] and null as well: those are nobody's quantity. No text arrives in the schema as undefined,
 * other text as NaN.
 */
export const plainNumber = <S extends z.ZodType<unknown, number | undefined>>(number: S) =>
  z.preprocess(fromDigits, number)

export function fromDigits(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const text = sent.trim()
  if (text === "") return undefined
  return DIGITS.test(text) ? Number(text) : Number.NaN
}
