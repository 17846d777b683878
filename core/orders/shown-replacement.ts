import { timeText } from "#core/calendar/calendar-text.ts"
import { type Item, itemName, itemText } from "#core/catalog/product.ts"
import { type Cents, formatMoney, subtract } from "#core/money.ts"
import type { Replacement } from "./order-note.ts"
import {
  type AnsweredBy,
  minutesToAnswer,
  missingCents,
  moveOnSilence,
  type OfferedPrice,
  offeredCents,
  type ReplacementStatus,
} from "./replacement.ts"

/** An offered replacement as the pages of its order show it. Amounts include tax. */
export type ShownReplacement = {
  id: string
  lineId: string
  status: ReplacementStatus
  answeredBy: AnsweredBy | null
  /** "1 × Strawberries, pint" */
  offered: string
  /** "1 × Blueberries, pint" */
  missing: string
  category: string
  imageContainer: string | null
  imageName: string | null
  /** The price of what is offered; the most it costs if it is priced by final weight. */
  priceCents: Cents
  byWeight: boolean
  /** What is refunded if it is put in, and if it is not. */
  yesCents: Cents
  noCents: Cents
  /** The minutes that are left to answer, and the time when they are over, "10:27 am". */
  minutes: number
  until: string
  /** "10:18 am"; null while it is open. */
  answeredAt: string | null
  /** Whether it is put in if the customer does not answer. */
  isYesInTime: boolean
}

type Offer = OfferedPrice &
  Item &
  Pick<ShownReplacement, "id" | "lineId" | "status" | "answeredBy"> &
  Pick<ShownReplacement, "category" | "imageContainer" | "imageName"> & {
    missingQuantity: number
    expiresAt: Date
    answeredAt: Date | null
  }

type Line = Omit<Item, "quantity"> & { id: string }

type View = {
  lines: readonly Line[]
  replacements: readonly Offer[]
  order: { replacement: Replacement | null }
  market: { timeZone: string }
}

/** What a line of an order replaces, "Blueberries, pint"; null if it was ordered. */
export function insteadOf(
  { replacesLineId }: { replacesLineId: string | null },
  lines: readonly Line[],
): string | null {
  const replaced = lines.find(({ id }) => id === replacesLineId)
  return replaced ? itemName(replaced) : null
}

/** The offers of an order, the newest of each line, in the order of the lines; those that were taken back are left out. */
export const shownReplacements = (view: View, now: Date): ShownReplacement[] =>
  view.lines.flatMap((line) => {
    const newest = view.replacements.findLast(({ lineId }) => lineId === line.id)
    return newest && newest.status !== "withdrawn"
      ? [shownReplacement(view, { line, offer: newest, now })]
      : []
  })

function shownReplacement(
  { order, market }: Pick<View, "order" | "market">,
  { line, offer, now }: { line: Line; offer: Offer; now: Date },
): ShownReplacement {
  return {
    id: offer.id,
    lineId: line.id,
    status: offer.status,
    answeredBy: offer.answeredBy,
    offered: itemText(offer),
    missing: itemText({ ...line, quantity: offer.missingQuantity }),
    category: offer.category,
    imageContainer: offer.imageContainer,
    imageName: offer.imageName,
    priceCents: offeredCents(offer),
    byWeight: offer.byWeight,
    yesCents: subtract(missingCents(offer), offeredCents(offer)),
    noCents: missingCents(offer),
    minutes: minutesToAnswer(offer.expiresAt, now),
    until: timeText(offer.expiresAt, market.timeZone),
    answeredAt: offer.answeredAt && timeText(offer.answeredAt, market.timeZone),
    isYesInTime: moveOnSilence(order.replacement) === "accept",
  }
}

type Ended = Pick<
  ShownReplacement,
  "status" | "answeredBy" | "offered" | "missing" | "yesCents" | "noCents" | "answeredAt"
>

const refunded = (cents: Cents) => (cents > 0 ? [`${formatMoney(cents)} is refunded.`] : [])

/** How an offer ended, for its seller, who reads the customer's first name; null while it is open. */
export function endedForSeller(offer: Ended, firstName: string): string | null {
  const { status, offered, missing, answeredAt } = offer
  const isInTime = offer.answeredBy === "time"
  const no = `Nothing goes in for ${missing}.`
  switch (status) {
    case "accepted":
      return [
        isInTime
          ? `No answer until ${answeredAt}. ${firstName} wished a replacement.`
          : `${firstName} said yes at ${answeredAt}.`,
        `${offered} goes in for ${missing}.`,
        ...refunded(offer.yesCents),
      ].join(" ")
    case "refused":
      return [`${firstName} said no at ${answeredAt}.`, no, ...refunded(offer.noCents)].join(" ")
    case "expired":
      return [`No answer until ${answeredAt}.`, no, ...refunded(offer.noCents)].join(" ")
    default:
      return null
  }
}

/** How an offer ended, for its customer; null while it is open. */
export function endedForCustomer(offer: Ended): string | null {
  const { status, offered, missing } = offer
  const isInTime = offer.answeredBy === "time"
  switch (status) {
    case "accepted":
      return [
        isInTime ? "You didn't answer in time, so your wish counts." : "You said yes.",
        `You get ${offered} instead of ${missing}.`,
        ...refunded(offer.yesCents),
      ].join(" ")
    case "refused":
      return [`You said no to ${offered}.`, ...refunded(offer.noCents)].join(" ")
    case "expired":
      return [`You didn't answer in time about ${missing}.`, ...refunded(offer.noCents)].join(" ")
    default:
      return null
  }
}
