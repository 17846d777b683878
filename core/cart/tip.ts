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
import type { Fulfilment } from "#core/orders/statuses.ts"
import { fromDollarText } from "#core/plain-number.ts"

/** A tip is at most this for each market. */
export const MOST_TIP_CENTS = cents(10_000)
export const TIP_PERCENTS = [0, 10, 15, 20] as const

/** The tip that a customer chose for all deliveries of the cart: percent of the items, or a sum; null in both: none. */
export type Tip = { readonly percent: number | null; readonly cents: Cents | null }
export const NO_TIP: Tip = { percent: null, cents: null }

export const isSameTip = (a: Tip, b: Tip): boolean =>
  a.cents === b.cents && (a.cents !== null || (a.percent ?? 0) === (b.percent ?? 0))

/** Whether a part of a cart or checkout gets a tip: only what is delivered does. */
export const isTipped = (fulfilment: Fulfilment | null): boolean => fulfilment === "delivery"

/** How many markets of a cart deliver. */
export const deliveriesIn = (cart: {
  readonly markets: readonly { readonly fulfilment: Fulfilment | null }[]
}): number => cart.markets.filter(({ fulfilment }) => isTipped(fulfilment)).length

/** One market's part: the price of its items, and whether it is delivered. */
export type TippedPart = { readonly itemsCents: Cents; readonly isDelivered: boolean }

/** The most that an amount comes to for so many deliveries. */
export const mostOf = (tip: Tip, deliveries: number): Cents =>
  cents(Math.min(tip.cents ?? 0, times(MOST_TIP_CENTS, deliveries)))

/**
 * The tip of each market's part, none for a pickup. A percentage is of that market's items; an amount is split by the
 * items of the deliveries, to the cent, and what is above the most for one market goes to the others.
 */
export function tipsOf(tip: Tip, parts: readonly TippedPart[]): Cents[] {
  const given = shares(
    tip,
    parts.filter(({ isDelivered }) => isDelivered).map(({ itemsCents }) => itemsCents),
  )
  return parts.map(({ isDelivered }) => (isDelivered ? (given.shift() ?? ZERO) : ZERO))
}

/** What one percentage comes to for all deliveries. */
export type TipChoice = { percent: number; cents: Cents }

export const tipChoicesOf = (parts: readonly TippedPart[]): TipChoice[] =>
  TIP_PERCENTS.filter((percent) => percent > 0).map((percent) => ({
    percent,
    cents: add(ZERO, ...tipsOf({ percent, cents: null }, parts)),
  }))

function shares(tip: Tip, items: readonly Cents[]): Cents[] {
  if (tip.cents === null) return items.map((one) => capped(rateOf(one, (tip.percent ?? 0) / 100)))
  const most = mostOf(tip, items.length)
  const given = items.map(() => ZERO)
  let rest = most
  while (rest > 0) {
    const open = items.map((one, index) => (given[index] === MOST_TIP_CENTS ? 0 : Math.max(1, one)))
    for (const [index, share] of split(rest, open).entries())
      given[index] = capped(add(given[index] ?? ZERO, share))
    rest = subtract(most, add(ZERO, ...given))
  }
  return given
}

const capped = (tip: Cents): Cents => cents(Math.min(tip, MOST_TIP_CENTS))

export const MOST_TIP_TEXT = `At most ${formatMoney(MOST_TIP_CENTS)} for each market.`
const AMOUNT = "Enter a tip in dollars and cents, like 4.50."

/** A tip as typed: "4.50" or "$4.50". Empty for none. */
export const tipAmountField = z
  .preprocess(
    fromDollarText,
    z
      .number({ error: AMOUNT })
      .min(0, { error: AMOUNT, abort: true })
      .refine(isWholeCents, { error: "An amount has at most two decimals.", abort: true })
      .max(1_000_000, MOST_TIP_TEXT)
      .transform(fromDollars)
      .optional(),
  )
  .optional()

/** The choice of the form: a percentage, or another amount, which its own field has. */
export const tipField = z.enum(["0", "10", "15", "20", "other"], { error: "Choose a tip." })

/** A tip as a form or a program chose it. */
export type ChosenTip = { tip?: z.output<typeof tipField> | undefined; tipAmount?: Cents | undefined }

/**
 * The tip that a form chose for so many deliveries; undefined if the form has none. Throws `invalid` for an amount above
 * the most, and for another amount that is not named. Without a delivery nothing is due, so any amount is taken.
 */
export function chosenTip({ tip, tipAmount }: ChosenTip, deliveries: number): Tip | undefined {
  if (tip === undefined) return undefined
  if (tip !== "other") return tip === "0" ? NO_TIP : { percent: Number(tip), cents: null }
  if (!tipAmount) throw new DomainError("invalid", AMOUNT, "tipAmount")
  const most = times(MOST_TIP_CENTS, Math.max(1, deliveries))
  if (tipAmount > most)
    throw new DomainError(
      "invalid",
      deliveries > 1
        ? `${MOST_TIP_TEXT} That is ${formatMoney(most)} for ${deliveries} markets.`
        : MOST_TIP_TEXT,
      "tipAmount",
    )
  return { percent: null, cents: tipAmount }
}

/** "Tip, 15%" for a percentage that was chosen; "Tip" for an amount. */
export const tipLabel = (percent: number | null): string => (percent ? `Tip, ${percent}%` : "Tip")

/** The choice as the form's radio buttons name it. */
export const choiceOf = (tip: Tip): z.output<typeof tipField> =>
  tip.cents === null ? (String(tip.percent ?? 0) as "0" | "10" | "15" | "20") : "other"

/** The form that changes the tip on /pay. */
export const changeTipInput = z.object({ tip: tipField, tipAmount: tipAmountField })
