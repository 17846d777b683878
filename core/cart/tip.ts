import { z } from "zod"
import { DomainError } from "#core/errors.ts"
import {
  add,
  type Cents,
  cents,
  formatMoney,
  fromDollars,
  isWholeCents,
  rateOf,
  split,
  subtract,
  times,
  ZERO,
} from "#core/money.ts"
import { fromDollarText } from "#core/plain-number.ts"

/** A tip is at most this for each market. */
export const MOST_TIP_CENTS = cents(10_000)
export const TIP_PERCENTS = [0, 10, 15, 20] as const

/** The tip that a customer chose for all deliveries of the cart: percent of the items, or a sum; null in both: none. */
export type Tip = { readonly percent: number | null; readonly cents: Cents | null }
export const NO_TIP: Tip = { percent: null, cents: null }

export const isSameTip = (a: Tip, b: Tip): boolean =>
  a.cents === b.cents && (a.cents !== null || (a.percent ?? 0) === (b.percent ?? 0))

/** The sum that a tip of a sum comes to, for so many markets. */
export const mostOf = (tip: Tip, markets: number): Cents =>
  cents(Math.min(tip.cents ?? 0, times(MOST_TIP_CENTS, markets)))

/**
 * Shares a tip among the deliveries, by the price of the items of each market. A sum is shared to the cent; what is
 * above the most for one market goes to the others.
 */
export function shares(tip: Tip, items: readonly Cents[]): Cents[] {
  if (tip.cents === null) return items.map((one) => capped(rateOf(one, (tip.percent ?? 0) / 100)))
  let rest = mostOf(tip, items.length)
  const given = items.map(() => ZERO)
  while (rest > 0) {
    const open = items.map((one, index) => (given[index] === MOST_TIP_CENTS ? 0 : Math.max(1, one)))
    for (const [index, share] of split(rest, open).entries())
      given[index] = capped(add(given[index] ?? ZERO, share))
    rest = subtract(mostOf(tip, items.length), add(ZERO, ...given))
  }
  return given
}

const capped = (tip: Cents): Cents => cents(Math.min(tip, MOST_TIP_CENTS))

const AMOUNT = "Enter a tip in dollars and cents, like 4.50."

/** A tip as typed: "4.50" or "$4.50". Empty for none. */
export const tipAmountField = z
  .preprocess(
    fromDollarText,
    z
      .number({ error: AMOUNT })
      .min(0, { error: AMOUNT, abort: true })
      .refine(isWholeCents, { error: "An amount has at most two decimals.", abort: true })
      .max(1_000_000, "A tip is at most $100.00 for each market.")
      .transform(fromDollars)
      .optional(),
  )
  .optional()

/** The choice of the form: a percentage, or another amount, which its own field has. */
export const tipField = z.enum(["0", "10", "15", "20", "other"], { error: "Choose a tip." })

type Chosen = { tip?: z.output<typeof tipField> | undefined; tipAmount?: Cents | undefined }

/**
 * The tip that a form chose for so many markets; undefined if the form has none. Throws `invalid` for an amount above
 * the most, and for another amount that is not named.
 */
export function chosenTip({ tip, tipAmount }: Chosen, markets: number): Tip | undefined {
  if (tip === undefined) return undefined
  if (tip !== "other") return tip === "0" ? NO_TIP : { percent: Number(tip), cents: null }
  if (!tipAmount) throw new DomainError("invalid", AMOUNT, "tipAmount")
  const most = times(MOST_TIP_CENTS, markets)
  if (tipAmount > most)
    throw new DomainError("invalid", `A tip is at most ${formatMoney(most)} here.`, "tipAmount")
  return { percent: null, cents: tipAmount }
}
