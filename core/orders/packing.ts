import { z } from "zod"
import { type Measure, statedAmount } from "#core/catalog/product.ts"
import { add, type Cents, proportionOf, subtract, times, ZERO } from "#core/money.ts"
import {
  type MissingPart,
  type PricedRefund,
  priceMissing,
  type RefundableOrder,
} from "#core/payments/refund.ts"
import { plainNumber } from "#core/plain-number.ts"
import { refundedOf } from "./left-to-give.ts"
import { goodsAt } from "./moves.ts"
import { exchange, type OfferedPrice, type ReplacementStatus } from "./replacement.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

/** Why less is in the bag than was ordered. */
export const DIFFERENCES = ["out of stock", "fewer", "replaced", "weight"] as const
export type Difference = (typeof DIFFERENCES)[number]

/** For this long a packed order can be opened again; then what packing changed is refunded. */
export const PACKING_UNDO_MS = 10_000

const MOST_BAGS = 99

/** Why an order of which nothing was packed is canceled; shown to its customer. */
export const NOTHING_LEFT = "Nothing of this order was left."

const seen = z
  .string()
  .regex(/^(open|\d{1,6})$/)
  .transform((value) => (value === "open" ? null : Number(value)))
  .optional()

const WEIGHT = "Enter the weight, like 2.75."

const lineId = z.uuid({ error: "Which item?" })

/** How many of a line are in the bag. */
export const packLineInput = z.object({
  lineId,
  packedQuantity: z.number({ error: "Enter how many are in the bag." }).int().min(0).max(1_000_000),
  /** What is in the bag weighs, in the line's unit; of a line that is priced by final weight. */
  amount: plainNumber(z.number({ error: WEIGHT }).positive(WEIGHT).max(1_000_000, WEIGHT).optional()),
  /** Nothing more is for sale: sets the stock to 0. */
  stockToZero: z.boolean().default(false),
  /** What the page showed, so that nobody overwrites what another phone entered meanwhile. */
  seen,
})

/** A line that is to be dealt with again. */
export const reopenLineInput = z.object({ lineId, seen })

export const packOrderInput = z.object({
  orderId: z.uuid({ error: "Which order?" }),
  bags: plainNumber(
    z
      .number({ error: "Enter the number of bags." })
      .int("Enter a whole number of bags.")
      .min(1, "An order needs a bag.")
      .max(MOST_BAGS, `At most ${MOST_BAGS} bags.`),
  ),
  /** Open lines count as packed as ordered. */
  allAsOrdered: z.boolean().default(false),
})

export const unpackOrderInput = packOrderInput.pick({ orderId: true })

export type PackedLine = Measure & {
  id: string
  quantity: number
  unitPriceCents: Cents
  /** How many of the quantity were refunded by now. */
  refundedQuantity: number
  /** How many are in the bag; null: not dealt with yet. */
  packedQuantity: number | null
  /** What they weigh, in the line's unit; null until it is entered, and for a line that is not priced by final weight. */
  packedAmount: number | null
  /** How many of the quantity other lines replace. */
  replacedQuantity: number
  /** What was paid for those and is not needed for their replacements, with its tax. */
  leftOverCents: Cents
  /** The customer was offered a replacement and can still answer. */
  isWaiting: boolean
}

type Offer = OfferedPrice & { lineId: string; status: ReplacementStatus }

/** What the offers of an order mean for packing one of its lines. */
export function offersFor(
  { id }: { id: string },
  offers: readonly Offer[],
): Pick<PackedLine, "leftOverCents" | "isWaiting"> {
  const ofLine = offers.filter(({ lineId }) => lineId === id)
  const accepted = ofLine.filter(({ status }) => status === "accepted").map((offer) => exchange(offer).left)
  return {
    leftOverCents: add(...accepted.map(({ itemsCents, taxCents }) => add(itemsCents, taxCents))),
    isWaiting: ofLine.some(({ status }) => status === "open"),
  }
}

type ReadLine = Omit<PackedLine, "refundedQuantity" | "leftOverCents" | "isWaiting">

/** What an order's refunds and offers mean for its lines. */
type Changes = { refunds: Parameters<typeof refundedOf>[1]; replacements: readonly Offer[] }

/** A line of an order as it was read, as it is packed. */
export const packedLineOf = (line: ReadLine, { refunds, replacements }: Changes): PackedLine => ({
  id: line.id,
  quantity: line.quantity,
  unitPriceCents: line.unitPriceCents,
  unit: line.unit,
  unitAmount: line.unitAmount,
  byWeight: line.byWeight,
  packedQuantity: line.packedQuantity,
  packedAmount: line.packedAmount,
  refundedQuantity: refundedOf(line, refunds),
  replacedQuantity: line.replacedQuantity,
  ...offersFor(line, replacements),
})

/** The lines of an order as it was read, as they are packed. */
export const packedLinesOf = ({
  lines,
  ...changes
}: Changes & { lines: readonly ReadLine[] }): PackedLine[] => lines.map((line) => packedLineOf(line, changes))

/** How many the customer still gets. */
export const toGive = ({ quantity, refundedQuantity, replacedQuantity }: PackedLine): number =>
  quantity - refundedQuantity - replacedQuantity

/** How many of what the customer still gets are missing; nothing of a line that is not dealt with. */
export const missingQuantity = (line: PackedLine): number =>
  line.packedQuantity === null ? 0 : Math.max(0, toGive(line) - line.packedQuantity)

/** How many are in the bag, or are going to be. */
export const inBag = (line: PackedLine): number => toGive(line) - missingQuantity(line)

/** The weight that the price of what is in the bag is for; null for a line that is not priced by final weight. */
export const statedInBag = (line: PackedLine): number | null =>
  statedAmount({ ...line, quantity: inBag(line) })

/** What the customer pays less because what is in the bag weighs less than was stated. */
export function lighterCents(line: PackedLine): Cents {
  const stated = statedInBag(line)
  if (line.packedAmount === null || !stated) return ZERO
  const bag = { unitPriceCents: line.unitPriceCents, quantity: inBag(line) }
  const price = weighedPrice(bag, { realAmount: line.packedAmount, statedAmount: stated })
  return subtract(times(bag.unitPriceCents, bag.quantity), price)
}

/** Whether the customer paid more for a line than for what is in the bag, and for what replaces it. */
export const isLess = (line: PackedLine): boolean =>
  missingQuantity(line) > 0 || lighterCents(line) > 0 || line.leftOverCents > 0

/**
 * A line of which nothing is left to give needs no check; one that is priced by final weight needs the weight of what is
 * in the bag. Nothing is decided while its customer is asked about a replacement.
 */
export function isDealtWith(line: PackedLine): boolean {
  if (line.isWaiting) return false
  if (toGive(line) === 0) return true
  if (line.packedQuantity === null) return false
  return !line.byWeight || line.packedQuantity === 0 || line.packedAmount !== null
}

/** "5 of 7": how many of an order's lines were dealt with. */
export const packingProgress = (lines: readonly PackedLine[]): { dealt: number; total: number } => ({
  dealt: lines.filter(isDealtWith).length,
  total: lines.length,
})

/** What a list of orders shows as the next step: "Start packing", "Keep packing · 5 of 7"; null once packed. */
export function packingStepText({
  packed,
  dealt,
  total,
}: {
  packed: boolean
  dealt: number
  total: number
}): string | null {
  if (packed) return null
  return dealt === 0 ? "Start packing" : `Keep packing · ${dealt} of ${total}`
}

type SoldOrder = Parameters<typeof packedLinesOf>[0] & {
  order: { fulfilment: Fulfilment; status: OrderStatus | null; packedAt: Date | null }
}

/** The next step of packing for an order's pages; null once it is packed or left the market. */
export function packingStepOf(sold: SoldOrder): string | null {
  if (goodsAt(sold.order) !== "market") return null
  return packingStepText({
    packed: sold.order.packedAt !== null,
    ...packingProgress(packedLinesOf(sold)),
  })
}

/** Whether nothing of the order is in a bag. */
export const isNothingLeft = (lines: readonly PackedLine[]): boolean =>
  lines.every((line) => isDealtWith(line) && toGive(line) === missingQuantity(line))

/** The reason of a difference, from how it was entered. */
export function differenceOf(line: PackedLine, isNoneLeft: boolean): Difference | null {
  if (missingQuantity(line) === 0)
    return lighterCents(line) > 0 ? "weight" : line.replacedQuantity > 0 ? "replaced" : null
  return isNoneLeft || line.packedQuantity === 0 ? "out of stock" : "fewer"
}

/**
 * The price of what is in the bag, of a line that is sold by its final weight: its price for the stated amount in
 * proportion to the real one, rounded half up, and never above. Both amounts are in the line's unit.
 */
export function weighedPrice(
  { unitPriceCents, quantity }: { unitPriceCents: Cents; quantity: number },
  { realAmount, statedAmount }: { realAmount: number; statedAmount: number },
): Cents {
  return proportionOf(times(unitPriceCents, quantity), realAmount, statedAmount)
}

/** What packing took off an order's lines. */
const missingParts = (lines: readonly PackedLine[]): MissingPart[] =>
  lines
    .map((line) => ({
      lineId: line.id,
      quantity: missingQuantity(line),
      lighterCents: lighterCents(line),
    }))
    .filter(({ quantity, lighterCents }) => quantity > 0 || lighterCents > 0)

/**
 * What packing took off an order and what cheaper replacements have left, priced with its tax after all other refunds;
 * null if nothing is to be refunded.
 */
export const pricePacking = (order: RefundableOrder, lines: readonly PackedLine[]): PricedRefund | null =>
  priceMissing(order, missingParts(lines), order.leftOver)

type NamedLine = PackedLine & { productName: string; differenceReason: Difference | null }

/** "2 of 3, 1 was out of stock", "2.7 lb of 3 lb", "1 replaced by something that costs less" */
export function differenceText(line: Omit<NamedLine, "productName">): string {
  const missing = missingQuantity(line)
  const stated = statedInBag(line)
  const verb = missing === 1 ? "was" : "were"
  const why = line.differenceReason === "out of stock" ? "out of stock" : "missing"
  return [
    missing > 0 ? `${inBag(line)} of ${line.quantity}, ${missing} ${verb} ${why}` : "",
    lighterCents(line) > 0 ? `${line.packedAmount} ${line.unit} of ${stated} ${line.unit}` : "",
    line.leftOverCents > 0 ? `${line.replacedQuantity} replaced by something that costs less` : "",
  ]
    .filter(Boolean)
    .join(", ")
}

/** The reason of a packing's refund, for the customer: "Brown eggs: 2 of 3, 1 was out of stock." */
export const packingReason = (lines: readonly NamedLine[]): string =>
  lines
    .filter(isLess)
    .map((line) => `${line.productName}: ${differenceText(line)}.`)
    .join(" ")

/** What the customer paid, gets back, and has paid in the end. */
export function packingSums(paidCents: Cents, refundedCents: Cents) {
  return { paidCents, refundedCents, nowCents: subtract(paidCents, refundedCents) }
}
