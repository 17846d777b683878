import { z } from "zod"
import { plainText } from "#core/typed-text.ts"
import { formatPhone, nationalDigits } from "./phone-format.ts"

/**
 * A required US phone number with any punctuation, stored as 3-3-4; a leading +1 is dropped. Area codes begin with 2 to
 * 9.
 */
export const phoneField = z
  .string({ error: "Enter your phone number." })
  .overwrite(plainText)
  .min(1, { error: "Enter your phone number.", abort: true })
  .transform(nationalDigits)
  .refine((digits) => /^[2-9]\d{9}$/.test(digits), "Enter a ten-digit phone number, like 212-555-0134.")
  .transform(formatPhone)

/** A phone number that may be left empty; null then. */
export const optionalPhoneField = z
  .string()
  .overwrite(plainText)
  .transform((typed) => typed || undefined)
  .pipe(phoneField.optional())
  .optional()
  .transform((phone) => phone ?? null)
