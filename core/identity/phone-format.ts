import { digitsOf } from "#core/typed-text.ts"

/** The digits of a US number as it was typed, without the country's 1, which no area code begins with. */
export function nationalDigits(typed: string): string {
  const digits = digitsOf(typed)
  return digits.length > 10 && digits.startsWith("1") ? digits.slice(1) : digits
}

/** Digits with dashes after the 3rd and the 6th, at most ten of them, as far as they go: "2125" → "212-5". */
export function formatPhone(typed: string): string {
  const digits = nationalDigits(typed).slice(0, 10)
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== "").join("-")
}
