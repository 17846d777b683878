import { DomainError } from "#core/errors.ts"
import { add, type Cents, cents, formatMoney, negate, split, subtract, times, ZERO } from "#core/money.ts"
import type { LedgerPart, LedgerParty } from "./ledger.ts"
import type { RefundBearer, RefundSource, RefundStatus } from "./refund-states.ts"

/** The reasons that the form offers; the customer and the market see these words. */
export const REFUND_REASONS = {
  broken: "Arrived broken",
  missing: "Missing from the bag",
  late: "Arrived too late",
  wrong: "Not what was ordered",
  goodwill: "Goodwill",
  other: "Something else",
} as const
export type RefundReason = keyof typeof REFUND_REASONS
export const REFUND_REASON_KEYS = Object.keys(REFUND_REASONS) as [RefundReason, ...RefundReason[]]

/** A partial refund: lines, some of the delivery fee or of the tip, another amount, or several of these. */
export type RefundInput = {
  orderId: string
  lines: readonly { lineId: string; quantity: number }[]
  feeCents: Cents
  tipCents: Cents
  amountCents: Cents
  reason: RefundReason
  sentence: string
  bearer: RefundBearer
}

/** The reason as the customer and the market see it: "Arrived broken: One box broke in the bag." */
export function reasonText({ reason, sentence }: Pick<RefundInput, "reason" | "sentence">): string {
  if (reason === "other") return sentence
  return sentence ? `${REFUND_REASONS[reason]}: ${sentence}` : REFUND_REASONS[reason]
}

export type RefundParts = { itemsCents: Cents; deliveryCents: Cents; tipCents: Cents; taxCents: Cents }
export type RefundedLine = { lineId: string; quantity: number; amountCents: Cents; taxCents: Cents }
export type PricedRefund = RefundParts & { amountCents: Cents; lines: RefundedLine[] }

/** A refund of an order, as its pages, emails and the API show it. */
export type OrderRefund = RefundParts & {
  id: string
  amountCents: Cents
  reason: string
  status: RefundStatus
  source: RefundSource
  bearer: RefundBearer
  /** The id of the admin who made it. */
  madeBy: string | null
  failures: number
  createdAt: Date
  sentAt: Date | null
  doneAt: Date | null
  failedAt: Date | null
  nextTryAt: Date | null
  lines: (RefundedLine & { productName: string })[]
}

/** A refund as the customer and the seller see it: without the admin who made it. */
export type ToldRefund = ReturnType<typeof toldRefund>
export const toldRefund = (refund: OrderRefund) => ({
  id: refund.id,
  source: refund.source,
  status: refund.status,
  failures: refund.failures,
  reason: refund.reason,
  bearer: refund.bearer,
  amountCents: refund.amountCents,
  itemsCents: refund.itemsCents,
  deliveryCents: refund.deliveryCents,
  tipCents: refund.tipCents,
  taxCents: refund.taxCents,
  createdAt: refund.createdAt,
  nextTryAt: refund.nextTryAt,
  lines: refund.lines,
})

/**
 * An order as it was paid, with the total of its refunds so far. What replacements are paid for with is a part of their
 * lines, not of the lines that they replace.
 */
export type RefundableOrder = RefundParts & {
  /** What cheaper replacements have left; it goes back to the customer when the order is packed. */
  leftOver: Pick<RefundParts, "itemsCents" | "taxCents">
  lines: readonly {
    id: string
    productName: string
    quantity: number
    unitPriceCents: Cents
    taxCents: Cents
    refundedQuantity: number
    /** Cents of the line that were refunded, without tax. */
    refundedCents: Cents
  }[]
  refunded: RefundParts
}

export type RefundWish = Pick<RefundInput, "lines" | "feeCents" | "tipCents" | "amountCents">

const NOTHING: RefundParts = { itemsCents: ZERO, deliveryCents: ZERO, tipCents: ZERO, taxCents: ZERO }
export const refundTotal = (parts: RefundParts): Cents =>
  add(parts.itemsCents, parts.deliveryCents, parts.tipCents, parts.taxCents)
export const addParts = (a: RefundParts, b: RefundParts): RefundParts => ({
  itemsCents: add(a.itemsCents, b.itemsCents),
  deliveryCents: add(a.deliveryCents, b.deliveryCents),
  tipCents: add(a.tipCents, b.tipCents),
  taxCents: add(a.taxCents, b.taxCents),
})
export const withoutParts = (a: RefundParts, b: RefundParts): RefundParts => ({
  itemsCents: subtract(a.itemsCents, b.itemsCents),
  deliveryCents: subtract(a.deliveryCents, b.deliveryCents),
  tipCents: subtract(a.tipCents, b.tipCents),
  taxCents: subtract(a.taxCents, b.taxCents),
})

/** Cents that are left of an order's total after its refunds. */
export const leftAfter = (
  order: { readonly totalCents: Cents },
  refunds: readonly { readonly amountCents: Cents }[],
): Cents => subtract(order.totalCents, add(ZERO, ...refunds.map(({ amountCents }) => amountCents)))

/** The parts of an order that can still be refunded. */
export const leftOf = (order: RefundableOrder): RefundParts => withoutParts(order, order.refunded)

/** Prices a refund of everything that is left, for an order that is canceled. */
export function priceRest(order: RefundableOrder): PricedRefund {
  const left = leftOf(order)
  return { ...left, amountCents: refundTotal(left), lines: [] }
}

/**
 * Prices a refund to the cent, with its share of tax. A line's tax is refunded with its units, and the last unit gets
 * the rounding remainder; the delivery fee's tax is refunded with its cents in the same way; a tip has no tax.
 * Another amount is split into items, fee and tax in proportion to what is left of them; only what exceeds them comes
 * out of the tip. Throws `invalid`, with the field, if the refund exceeds what is
 * left or is empty.
 */
export function priceRefund(order: RefundableOrder, wish: RefundWish): PricedRefund {
  const left = leftOf(order)
  const lines = joined(wish.lines).map((wanted) => priceLine(order, wanted))
  const fee = priceFee(order, left, wish.feeCents)
  const named: RefundParts = {
    itemsCents: add(...lines.map((line) => line.amountCents)),
    deliveryCents: fee.deliveryCents,
    tipCents: priceTip(left, wish.tipCents),
    taxCents: cents(Math.min(left.taxCents, add(fee.taxCents, ...lines.map((line) => line.taxCents)))),
  }
  if (named.itemsCents > left.itemsCents)
    throw new DomainError(
      "invalid",
      `Only ${formatMoney(left.itemsCents)} of the items can still be refunded.`,
      "lines",
    )
  const parts = addParts(named, priceAmount(withoutParts(left, named), wish.amountCents))
  const amountCents = refundTotal(parts)
  if (amountCents === 0) throw new DomainError("invalid", "Choose what to refund.", "lines")
  return { ...parts, amountCents, lines }
}

/** Adds up the quantities of a line that is named twice. */
function joined(wanted: RefundWish["lines"]): RefundWish["lines"] {
  const quantities = new Map<string, number>()
  for (const { lineId, quantity } of wanted) quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity)
  return [...quantities].map(([lineId, quantity]) => ({ lineId, quantity }))
}

function priceLine(order: RefundableOrder, wanted: { lineId: string; quantity: number }): RefundedLine {
  const index = order.lines.findIndex(({ id }) => id === wanted.lineId)
  const line = order.lines[index]
  if (!line) throw new DomainError("invalid", "This is not in the order.", "lines")
  const before = line.refundedQuantity
  const left = line.quantity - before
  if (wanted.quantity > left) {
    const message =
      left === 0
        ? `${line.productName} was already refunded.`
        : `Only ${left} of ${line.productName} ${left === 1 ? "is" : "are"} left to refund.`
    throw new DomainError("invalid", message, `lines[${index}].quantity`)
  }
  return { ...wanted, ...sharesOfLine(line, times(line.unitPriceCents, wanted.quantity)) }
}

type RefundableLine = RefundableOrder["lines"][number]

/** What was paid for so many units of a line, with their share of its tax, whatever is left of the order. */
export const paidForUnits = (
  line: RefundableLine,
  quantity: number,
): Omit<RefundedLine, "lineId" | "quantity"> => sharesOfLine(line, times(line.unitPriceCents, quantity))

/** At most what is left of the line, with the share of its tax: the last cents get the rounding remainder. */
function sharesOfLine(
  line: RefundableLine,
  wantedCents: Cents,
): Pick<RefundedLine, "amountCents" | "taxCents"> {
  const totalCents = times(line.unitPriceCents, line.quantity)
  const before = line.refundedCents
  const amountCents = cents(Math.min(wantedCents, totalCents - before))
  const taxOf = (amount: number) => shareOf(line.taxCents, amount, totalCents)
  return { amountCents, taxCents: subtract(taxOf(before + amountCents), taxOf(before)) }
}

/** What is missing of a line: whole units, or cents of its price where the rest weighs less than was stated. */
export type MissingPart = { lineId: string; quantity: number; lighterCents: Cents }

/** "2 × Brown eggs"; the name alone where no whole unit is missing, only weight. */
export const refundedText = ({ quantity, productName }: { quantity: number; productName: string }): string =>
  quantity === 0 ? productName : `${quantity} × ${productName}`

/**
 * Prices what is missing of an order, with its share of tax, and with what cheaper replacements have left. At most what
 * earlier refunds have left, however they were made; null if that is nothing.
 */
export function priceMissing(
  order: RefundableOrder,
  missing: readonly MissingPart[],
  leftOver: RefundableOrder["leftOver"] = NOTHING,
): PricedRefund | null {
  const left = leftOf(order)
  let [itemsCents, taxCents] = [ZERO, ZERO]
  const lines = missing.flatMap(({ lineId, quantity, lighterCents }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) return []
    const wanted = add(times(line.unitPriceCents, quantity), lighterCents)
    const shares = sharesOfLine(line, cents(Math.min(wanted, left.itemsCents - itemsCents)))
    const tax = cents(Math.min(shares.taxCents, left.taxCents - taxCents))
    itemsCents = add(itemsCents, shares.amountCents)
    taxCents = add(taxCents, tax)
    return [{ lineId, quantity, amountCents: shares.amountCents, taxCents: tax }]
  })
  const parts = {
    itemsCents: cents(Math.min(left.itemsCents, add(itemsCents, leftOver.itemsCents))),
    taxCents: cents(Math.min(left.taxCents, add(taxCents, leftOver.taxCents))),
    deliveryCents: ZERO,
    tipCents: ZERO,
  }
  const amountCents = refundTotal(parts)
  return amountCents === 0 ? null : { ...parts, amountCents, lines }
}

function priceFee(order: RefundableOrder, left: RefundParts, feeCents: Cents) {
  if (feeCents > left.deliveryCents) {
    const message =
      left.deliveryCents === 0
        ? "The delivery fee was already refunded."
        : `Only ${formatMoney(left.deliveryCents)} of the delivery fee can still be refunded.`
    throw new DomainError("invalid", message, "fee")
  }
  const goodsTaxCents = add(order.leftOver.taxCents, ...order.lines.map((line) => line.taxCents))
  const feeTaxCents = subtract(order.taxCents, goodsTaxCents)
  const before = order.refunded.deliveryCents
  const taxOf = (amount: number) => shareOf(feeTaxCents, amount, order.deliveryCents)
  return { deliveryCents: feeCents, taxCents: subtract(taxOf(before + feeCents), taxOf(before)) }
}

function priceTip(left: RefundParts, tipCents: Cents): Cents {
  if (tipCents <= left.tipCents) return tipCents
  const message =
    left.tipCents === 0
      ? "The tip was already refunded."
      : `Only ${formatMoney(left.tipCents)} of the tip can still be refunded.`
  throw new DomainError("invalid", message, "tip")
}

function priceAmount(left: RefundParts, amountCents: Cents): RefundParts {
  if (amountCents === 0) return NOTHING
  if (amountCents > refundTotal(left)) {
    const message = `Only ${formatMoney(refundTotal(left))} of the order can still be refunded.`
    throw new DomainError("invalid", message, "amount")
  }
  const beforeTip = cents(Math.min(amountCents, subtract(refundTotal(left), left.tipCents)))
  const shares = split(beforeTip, [left.itemsCents, left.deliveryCents, left.taxCents])
  const [itemsCents = ZERO, deliveryCents = ZERO, taxCents = ZERO] = shares
  return { itemsCents, deliveryCents, tipCents: subtract(amountCents, beforeTip), taxCents }
}

/**
 * Who pays for each part of a refund whose bearer is the seller or Pushcart (the platform). held: nobody has earned it,
 * so nobody pays. A courier never pays, and keeps the delivery fee and the tip that they have earned.
 */
export const REFUND_SHARES = {
  items: { seller: "seller", platform: "platform" },
  tax: { seller: "held", platform: "held" },
  /** It counts as held until somebody delivers. */
  deliveryFee: { seller: "seller", platform: "platform" },
  deliveryTax: { seller: "held", platform: "held" },
  /** Like the delivery fee. */
  tip: { seller: "seller", platform: "platform" },
  /** The platform returns its fee on the refunded items to a seller who pays; it keeps the fee when it pays itself. */
  platformFee: { seller: "platform", platform: "kept" },
  /** Stripe does not return it. The platform pays, since no seller gives back more than the order earned them. */
  processorFee: { seller: "platform", platform: "platform" },
} as const satisfies Record<string, Record<RefundBearer, "seller" | "platform" | "held" | "kept">>
export type RefundPart = keyof typeof REFUND_SHARES

export type RefundEntry = { party: LedgerParty; part: LedgerPart | null; amountCents: Cents }

/**
 * Who pays how much of a refund. Tax is excluded, since nobody had earned it. What was refunded of delivery fee and
 * tip while nobody delivered is separate: `heldFeeCents` of a refund that the seller pays becomes the platform's loss if a
 * courier delivers, and nobody's otherwise.
 */
export type RefundShares = { sellerCents: Cents; platformCents: Cents; heldFeeCents: Cents }

export function sharesOf(bearer: RefundBearer, entries: readonly RefundEntry[]): RefundShares {
  const isHeldFee = ({ party, part }: RefundEntry) =>
    bearer === "seller" && party === "platform" && (part === "delivery" || part === "tip")
  const cost = (isOf: (entry: RefundEntry) => boolean) =>
    negate(add(ZERO, ...entries.filter(isOf).map(({ amountCents }) => amountCents)))
  return {
    sellerCents: cost(({ party }) => party === "seller"),
    platformCents: cost((entry) => entry.party === "platform" && entry.part !== "tax" && !isHeldFee(entry)),
    heldFeeCents: cost(isHeldFee),
  }
}

/** The share of `amount` for `some` units out of `all`, rounded down; all units get the whole amount. */
const shareOf = (amount: Cents, some: number, all: number): Cents =>
  all === 0 ? ZERO : cents(Math.floor((amount * some) / all))

/**
 * Splits a dashboard refund among the orders of its payment, in proportion to what is left of each. An excess over the
 * total that is left is not assigned: it replaces our own refunds that were not sent yet.
 */
export function spreadOver(amountCents: Cents, leftCents: readonly Cents[]): Cents[] {
  return split(cents(Math.min(amountCents, add(...leftCents))), leftCents)
}

/**
 * Returns how much of each of our unsent refunds the provider's dashboard has already sent, oldest first; the total is
 * at most `wantedCents`.
 */
export function coverOldestFirst(wantedCents: Cents, amounts: readonly Cents[]): Cents[] {
  let rest = Math.max(0, wantedCents)
  return amounts.map((amount) => {
    const covered = Math.min(rest, amount)
    rest -= covered
    return cents(covered)
  })
}
