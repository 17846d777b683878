/** Whole US cents. Only this file does arithmetic with them. */
export type Cents = number & { readonly __unit: "cents" }

/** Brands a whole number of cents. Throws RangeError on fractions and unsafe integers. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

export const ZERO = cents(0)

export const add = (...amounts: readonly Cents[]): Cents => cents(amounts.reduce((sum, a) => sum + a, 0))
export const subtract = (a: Cents, b: Cents): Cents => cents(a - b)
export const negate = (a: Cents): Cents => cents(a === 0 ? 0 : -a)
export const times = (a: Cents, quantity: number): Cents => cents(a * quantity)

/** A rate (0.0875 = 8.75%) of an amount, rounded half up to a whole cent. */
export const rateOf = (a: Cents, rate: number): Cents => cents(Math.round(a * rate + 1e-9))

/** The part of an amount for `some` out of `all`, rounded half up to a whole cent, and never above the amount. */
export const proportionOf = (a: Cents, some: number, all: number): Cents =>
  cents(Math.min(a, Math.round((a * some) / all + 1e-9)))

/** Converts dollars as typed by a person ("12.34", 12.3) to cents, rounded half up. */
export const fromDollars = (dollars: number): Cents => cents(Math.round(dollars * 100 + 1e-9))

/**
 * Whether an amount is whole cents, within the precision of a binary fraction: 1.1 dollars are 110.00000000000001
 * cents.
 */
export const isWholeCents = (dollars: number): boolean =>
  Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

/** Cents as a decimal number of dollars, for the API's `value` fields. */
export const toDollars = (a: Cents): number => a / 100

/**
 * Formats like `Intl.NumberFormat`: "$1,234.50". It does not use `Intl`, because the pages' scripts include this
 * function too, and the tables of `Intl` cost a phone a twentieth of a second before it is hydrated.
 */
export function formatMoney(a: Cents): string {
  const whole = String(Math.floor(Math.abs(a) / 100)).replace(/\B(?=(\d{3})+$)/g, ",")
  const rest = String(Math.abs(a) % 100).padStart(2, "0")
  return `${a < 0 ? "-" : ""}$${whole}.${rest}`
}

/**
 * Splits an amount over weights so that the parts add up to the cent (largest remainder;
 * ties go to the earlier part). Weights are non-negative; all zero splits evenly.
 */
export function split(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.length === 0) return []
  const total = weights.reduce((sum, w) => sum + w, 0)
  const shares = weights.map((w) => (total === 0 ? amount / weights.length : (amount * w) / total))
  const floors = shares.map(Math.floor)
  let rest = amount - floors.reduce((sum, f) => sum + f, 0)
  const byRemainder = shares.map((share, index) => ({ index, remainder: share - Math.floor(share) }))
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (rest <= 0) break
    floors[index] = (floors[index] ?? 0) + 1
    rest -= 1
  }
  return floors.map(cents)
}
