/** Digits with dashes after the 3rd and the 6th, at most ten of them, as far as they go: "2125", → "212-5". */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 10)
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== "").join("-")
}
