import type { Fulfilment, OrderStatus } from "./statuses.ts"

/**
 * What an order waits for, where only its seller can go on: who brings it, its being set ready, its being brought by
 * the seller's own person, or its arrival by a carrier.
 */
export type Wait = "answer" | "readiness" | "own delivery" | "arrival"

export function waitsFor(order: { fulfilment: Fulfilment; status: OrderStatus | null }): Wait | null {
  if (order.fulfilment === "pickup") return order.status === "pending" ? "readiness" : null
  if (order.status === null) return "answer"
  if (order.status === "pending") return "own delivery"
  return order.status === "shipped" ? "arrival" : null
}

type Patience = {
  readonly sellerReminderHours: number
  readonly sellerRefundHours: number
  readonly shippedReminderHours: number
  readonly shippedRefundHours: number
}

/** The hours after which a waiting order's seller is reminded, and after which it is refunded. */
export const patienceFor = (wait: Wait, rates: Patience): { remindHours: number; refundHours: number } =>
  wait === "arrival"
    ? { remindHours: rates.shippedReminderHours, refundHours: rates.shippedRefundHours }
    : { remindHours: rates.sellerReminderHours, refundHours: rates.sellerRefundHours }

const ASKED: Record<Wait, string> = {
  answer: "Please let us know whether you have someone to deliver it.",
  readiness: 'Please set it to "ready to pick up" when it is.',
  "own delivery": "Please mark it delivered once it is, or enter its carrier and tracking number.",
  arrival: "If it has arrived, please mark it delivered.",
}

/** What a reminder asks the seller for. */
export const askedFor = (wait: Wait): string => ASKED[wait]

/** "24 hours", "21 days" */
export const spanText = (hours: number): string =>
  hours % 24 === 0 && hours > 72 ? `${hours / 24} days` : `${hours} hours`

/** The reason that a customer reads when the wait is over. */
export const refundReason = (wait: Wait, hours: number): string =>
  wait === "own delivery" || wait === "arrival"
    ? `The market did not mark this order delivered within ${spanText(hours)}.`
    : `The market did not act on this order within ${spanText(hours)}.`
