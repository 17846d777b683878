import { digitsOf } from "#core/typed-text.ts"

/** The digits of a US number as typed, without the country code 1; no area code begins with 1. */
export function nationalDigits(typed: string): string {
  const digits = digitsOf(typed)
  return digits.length > 10 && digits.startsWith("1") ? digits.slice(1) : digits
}

/** The first ten digits, with dashes after the 3rd and the 6th. Partial numbers work too: "2125" → "212-5". */
export function formatPhone(typed: string): string {
  const digits = nationalDigits(typed).slice(0, 10)
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== "").join("-")
}
