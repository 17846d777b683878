import { z } from "zod"

/** Digits with dashes after the 3rd and the 6th, at most ten of them, as far as they go: "2125", → "212-5". */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 10)
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== "").join("-")
}

/** A required US phone number, however it is punctuated, kept as 3-3-4; a leading +1 is dropped. */
export const phoneField = z
  .string({ error: "Enter your phone number." })
  .trim()
  .min(1, { error: "Enter your phone number.", abort: true })
  .transform(nationalDigits)
  .refine((digits) => digits.length === 10, "Enter a ten-digit phone number, like 212-555-0134.")
  .transform(formatPhone)

function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "")
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits
}
