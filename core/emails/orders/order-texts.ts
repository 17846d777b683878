import { orderWindowText } from "#core/calendar/calendar-text.ts"
import {
  amountText,
  FINAL_WEIGHT_TOTAL_TEXT,
  itemName,
  itemText,
  type Measure,
} from "#core/catalog/product.ts"
import { add, type Cents, formatMoney, subtract, times, ZERO } from "#core/money.ts"
import { leftToGive } from "#core/orders/left-to-give.ts"
import type { OrderWish } from "#core/orders/order-note.ts"
import type { OrderTime } from "#core/orders/order-time.ts"
import type { ShownReplacement } from "#core/orders/shown-replacement.ts"
import { type OrderRefund, refundedText } from "#core/payments/refund.ts"

/** The fields of a refund that the emails show. */
export type RefundFacts = Pick<
  OrderRefund,
  | "id"
  | "amountCents"
  | "itemsCents"
  | "deliveryCents"
  | "tipCents"
  | "taxCents"
  | "reason"
  | "status"
  | "source"
  | "bearer"
> & {
  readonly lines: readonly Pick<
    OrderRefund["lines"][number],
    "lineId" | "productName" | "quantity" | "amountCents"
  >[]
}

/** The fields of an order that the emails show. */
export type OrderFacts = OrderWish &
  OrderTime & {
    readonly orderId: string
    readonly number: number
    readonly confirmation: string
    readonly placedAt: Date
    readonly timeZone: string
    /** `email` is null for a deleted account. */
    readonly customer: { readonly userId: string; readonly firstName: string; readonly email: string | null }
    readonly seller: { readonly userId: string; readonly firstName: string; readonly email: string | null }
    readonly market: {
      readonly name: string
      readonly address: string
      /** A map page of the address. */
      readonly mapUrl: string
      readonly phone: string
    }
    readonly lines: readonly (Readonly<Measure> & {
      readonly id: string
      readonly productName: string
      readonly size: string
      readonly quantity: number
      readonly unitPriceCents: Cents
      /** How many are in the bag; null until the line is packed. */
      readonly packedQuantity: number | null
      /** How many of them another line replaces. */
      readonly replacedQuantity: number
      readonly replacesLineId: string | null
    })[]
    readonly itemsCents: Cents
    readonly taxCents: Cents
    readonly deliveryCents: Cents
    readonly tipCents: Cents
    readonly totalCents: Cents
    /** The seller's share of the card processing fee. */
    readonly sellerFeeCents: Cents
    readonly platformFeeCents: Cents
    readonly cancelReason: string | null
    readonly cancelledBy: string | null
    readonly chargedBackAt: Date | null
    /** Set for a canceled order too, if a courier had it: everyone who took part is paid anyway. */
    readonly fulfilledAt: Date | null
    readonly restocked: boolean | null
    readonly refunds: readonly RefundFacts[]
    readonly replacements: readonly ShownReplacement[]
    readonly delivery: null | {
      readonly name: string
      readonly address: string
      readonly zip: string
      readonly carrier: string | null
      readonly trackingNumber: string | null
    }
  }

export const customerPage = (siteUrl: string, order: OrderFacts) =>
  `${siteUrl}/order?OrderID=${order.orderId}`
export const sellerPage = (siteUrl: string, order: OrderFacts) =>
  `${siteUrl}/order-seller?OrderID=${order.orderId}`

/** One receipt row for each line that was ordered; replacements are paid for with what these lines cost. */
export const lineRows = (order: OrderFacts) =>
  order.lines
    .filter(({ replacesLineId }) => replacesLineId === null)
    .map((line) => ({
      label: itemText(line),
      amount: amountText(times(line.unitPriceCents, line.quantity), line),
    }))

/** One row for each item that the customer gets, with how many: as it is packed, once it is. */
export const givenRows = ({ lines, refunds }: OrderFacts) =>
  lines
    .map((line) => {
      const left = leftToGive(line, refunds)
      return { label: itemName(line), given: Math.min(left, line.packedQuantity ?? left) }
    })
    .filter(({ given }) => given > 0)
    .map(({ label, given }) => ({ label, amount: String(given) }))

/** Explains the amounts of items by final weight; null for an order without any. */
export const finalWeightNote = ({ lines }: OrderFacts) =>
  lines.some(({ byWeight }) => byWeight) ? FINAL_WEIGHT_TOTAL_TEXT : null

/** Formats the time that the customer chose with `words`; "" if they chose none. */
export function withTime(order: OrderFacts, words: (time: string) => string): string {
  const time = orderWindowText(order, order.timeZone)
  return time ? words(time) : ""
}

/** ", Sat, Nov 28, 9–10 am" */
export const timeOf = (order: OrderFacts) => withTime(order, (time) => `, ${time}`)
/** " You chose Sat, Nov 28, 9–10 am.", for the customer, on a step before that time. */
export const chosenTime = (order: OrderFacts) => withTime(order, (time) => ` You chose ${time}.`)
/** " for Sat, Nov 28, 9–10 am" */
export const forTime = (order: OrderFacts) => withTime(order, (time) => ` for ${time}`)

/** The rows of a receipt that itemize a refund. */
export function refundRows(refund: RefundFacts, total: string) {
  const rows = refund.lines.map((line) => ({
    label: refundedText(line),
    amount: formatMoney(line.amountCents),
  }))
  const linesCents = add(ZERO, ...refund.lines.map(({ amountCents }) => amountCents))
  const other = subtract(refund.itemsCents, linesCents)
  if (other > 0) rows.push({ label: "Items", amount: formatMoney(other) })
  if (refund.deliveryCents > 0) rows.push({ label: "Delivery", amount: formatMoney(refund.deliveryCents) })
  if (refund.tipCents > 0) rows.push({ label: "Tip", amount: formatMoney(refund.tipCents) })
  if (refund.taxCents > 0) rows.push({ label: "Tax", amount: formatMoney(refund.taxCents) })
  return [...rows, { label: total, amount: formatMoney(refund.amountCents), strong: true }]
}
