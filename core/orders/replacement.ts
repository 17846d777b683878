import { z } from "zod"
import { MINUTE_MS } from "#core/durations.ts"
import type { Moves } from "#core/history/moves.ts"
import { add, type Cents, cents, negate, subtract, times } from "#core/money.ts"
import { plainNumber } from "#core/plain-number.ts"
import type { Replacement } from "./order-note.ts"
import type { Reader } from "./statuses.ts"

/**
 * open: the customer can answer · accepted: a line of the order · refused: refunded instead · withdrawn: taken back by
 * the market, or over because the order was refunded, canceled or left the market · expired: nobody answered in time, so
 * it is refunded.
 */
export const REPLACEMENT_STATUSES = ["open", "accepted", "refused", "withdrawn", "expired"] as const
export type ReplacementStatus = (typeof REPLACEMENT_STATUSES)[number]

/** Every allowed change of an offer's status. */
export const REPLACEMENT_MOVES = {
  offer: { from: [null], to: "open", by: ["seller"] },
  /** By the customer, or in time if that was their wish. */
  accept: { from: ["open"], to: "accepted", by: ["customer", "system"] },
  refuse: { from: ["open"], to: "refused", by: ["customer"] },
  expire: { from: ["open"], to: "expired", by: ["system"] },
  /** A courier who picks the order up ends its open offers. */
  withdraw: { from: ["open"], to: "withdrawn", by: ["seller", "deliverer", "admin", "system"] },
} as const satisfies Moves<ReplacementStatus>

export type ReplacementMove = keyof typeof REPLACEMENT_MOVES

/** Who ended an offer: its customer, or the time. */
export const ANSWERED_BY = ["customer", "time"] as const
export type AnsweredBy = (typeof ANSWERED_BY)[number]

/** For this long the customer can answer, and what is offered is held. */
export const ANSWER_MS = 15 * MINUTE_MS

/** The most offers that one order gets, so that nobody is asked again and again. */
export const MOST_OFFERS = 10

const MOST_OFFERED = 999

export const offerReplacementInput = z.object({
  lineId: z.uuid({ error: "Which item?" }),
  variantId: z.uuid({ error: "Choose a product." }),
  quantity: plainNumber(
    z
      .number({ error: "Enter how many." })
      .int("Enter a whole number.")
      .min(1, "Offer at least one.")
      .max(MOST_OFFERED, `Offer at most ${MOST_OFFERED}.`),
  ),
  /** How many of the line are missing, which the offer is for; without it, all that are not in the bag. */
  missing: z.number({ error: "Enter how many are missing." }).int().min(1).max(1_000_000).optional(),
  /** Nothing more of what was ordered is for sale: sets its stock to 0. */
  stockToZero: z.boolean().default(false),
})

export const answerReplacementInput = z.object({
  offerId: z.uuid({ error: "Which replacement?" }),
  answer: z.enum(["yes", "no"], { error: "Answer yes or no." }),
})

export type OfferReplacement = z.output<typeof offerReplacementInput>
export type AnswerReplacement = z.output<typeof answerReplacementInput>

export const withdrawReplacementInput = answerReplacementInput.pick({ offerId: true })

/** What silence means, by the wish from the cart. */
export const moveOnSilence = (wish: Replacement | null): "accept" | "expire" =>
  wish === "replace" ? "accept" : "expire"

type Priced = { itemsCents: Cents; taxCents: Cents }

/** The price facts of an offer: what it costs, and what was paid for what is missing. */
export type OfferedPrice = {
  quantity: number
  unitPriceCents: Cents
  taxCents: Cents
  missingItemsCents: Cents
  missingTaxCents: Cents
}

/** What a replacement costs, with its tax. */
export const offeredCents = (offer: OfferedPrice): Cents =>
  add(times(offer.unitPriceCents, offer.quantity), offer.taxCents)

/** What was paid for what is missing, with its tax: the most that a replacement may cost. */
export const missingCents = (offer: OfferedPrice): Cents =>
  add(offer.missingItemsCents, offer.missingTaxCents)

/**
 * Pays for a replacement with what was paid for what is missing. The total of the order stays the same; `left` goes back
 * to the customer. If the replacement is taxed at another rate, its price can exceed the price that was paid, or its tax
 * the tax: then `taxToItemsCents` moves from the order's tax to its items, or the other way round if it is negative. The
 * caller makes sure that the replacement costs no more than was paid.
 */
export function exchange(offer: OfferedPrice): { left: Priced; taxToItemsCents: Cents } {
  const items = subtract(offer.missingItemsCents, times(offer.unitPriceCents, offer.quantity))
  const tax = subtract(offer.missingTaxCents, offer.taxCents)
  const taxToItemsCents = items < 0 ? negate(items) : cents(Math.min(0, tax))
  return {
    left: { itemsCents: add(items, taxToItemsCents), taxCents: subtract(tax, taxToItemsCents) },
    taxToItemsCents,
  }
}

/**
 * The tax of a replacement, from its quote: a cent of rounding does not make it dearer than what was paid, since the tax
 * of a part of a line is rounded down.
 */
export const taxOfReplacement = (quotedCents: Cents, itemsCents: Cents, paid: Priced): Cents =>
  itemsCents <= paid.itemsCents && quotedCents - paid.taxCents === 1 ? paid.taxCents : quotedCents

/** The minutes that are left to answer, rounded up. */
export const minutesToAnswer = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE_MS))

type Ending = { status: ReplacementStatus; answeredBy: AnsweredBy | null }

/** Why an ended offer can no longer be answered, for its customer, or be taken back, for its seller. */
export function endedText({ status, answeredBy }: Ending, reader: Reader): string {
  const who = reader === "customer" ? "You" : "The customer"
  if (status === "accepted")
    return answeredBy === "time" ? "The time was over: it is replaced." : `${who} said yes: it is replaced.`
  if (status === "refused") return `${who} said no: it is refunded.`
  if (status === "expired") return "The time was over: it is refunded."
  return "The market took this offer back."
}

/** What the messages about an offer name. */
export type OfferNews = {
  number: number
  marketName: string
  /** "1 × Strawberries, pint" */
  offered: string
  /** "1 × Blueberries, pint" */
  missing: string
}

/** The customer's notification of an offer; `until` is a time, like "10:27 am". */
export const offeredMessage = ({ number, marketName, offered, missing }: OfferNews, until: string): string =>
  `Order ${number}: ${marketName} is out of ${missing} and offers ${offered} instead. Answer by ${until}.`

/** The customer's notification of how an offer ended; null after their own answer. */
export function endedMessage({ status, answeredBy }: Ending, news: OfferNews): string | null {
  const { number, marketName, offered, missing } = news
  if (answeredBy === "customer") return null
  if (status === "accepted")
    return `Order ${number}: you didn't answer in time. As you wished, ${marketName} puts in ${offered} instead of ${missing}.`
  if (status === "expired")
    return `Order ${number}: you didn't answer in time. You get a refund for ${missing}.`
  return `Order ${number}: ${marketName} took back its offer of ${offered}.`
}

/** The seller's notification of how an offer ended; null if they took it back. */
export function answeredMessage({ status, answeredBy }: Ending, news: OfferNews): string | null {
  const { number, offered, missing } = news
  const isInTime = answeredBy === "time"
  if (status === "accepted") {
    const goesIn = `${offered} goes in instead of ${missing}`
    return isInTime
      ? `Order ${number}: no answer in time. ${goesIn}, as the customer wished.`
      : `Order ${number}: the customer said yes. ${goesIn}.`
  }
  if (status !== "refused" && status !== "expired") return null
  return `Order ${number}: ${isInTime ? "no answer in time" : "the customer said no"}. ${missing} is refunded.`
}
