import type { Fulfilment, OrderStatus } from "./statuses.ts"

/**
 * The action or event that an order waits for, if only its seller can continue: the choice of who delivers it, getting
 * it ready for pickup, delivery by the seller's own person, or arrival by carrier.
 */
export type SellerStep = "answer" | "readiness" | "own delivery" | "arrival"

export function nextSellerStep(order: {
  fulfilment: Fulfilment
  status: OrderStatus | null
}): SellerStep | null {
  if (order.fulfilment === "pickup") return order.status === "pending" ? "readiness" : null
  if (order.status === null) return "answer"
  if (order.status === "pending") return "own delivery"
  return order.status === "shipped" ? "arrival" : null
}

type DeadlineRates = {
  readonly sellerReminderHours: number
  readonly sellerRefundHours: number
  readonly shippedReminderHours: number
  readonly shippedRefundHours: number
}

/** The number of hours after which the seller of a waiting order is reminded, and after which it is refunded. */
export const deadlinesFor = (
  step: SellerStep,
  rates: DeadlineRates,
): { remindHours: number; refundHours: number } =>
  step === "arrival"
    ? { remindHours: rates.shippedReminderHours, refundHours: rates.shippedRefundHours }
    : { remindHours: rates.sellerReminderHours, refundHours: rates.sellerRefundHours }

const REMINDERS: Record<SellerStep, string> = {
  answer: "Please let us know whether you have someone to deliver it.",
  readiness: 'Please set it to "ready to pick up" when it is.',
  "own delivery": "Please mark it delivered once it is, or enter its carrier and tracking number.",
  arrival: "If it has arrived, please mark it delivered.",
}

/** What a reminder requests from the seller. */
export const reminderText = (step: SellerStep): string => REMINDERS[step]

/** "24 hours", "21 days" */
export const hoursOrDaysText = (hours: number): string =>
  hours % 24 === 0 && hours > 72 ? `${hours / 24} days` : `${hours} hours`

/** "It will be refunded in 48 hours if you don't act.": what a reminder says when it is sent in time. */
export function refundWarning(step: SellerStep, rates: DeadlineRates): string {
  const { remindHours, refundHours } = deadlinesFor(step, rates)
  return `It will be refunded in ${hoursOrDaysText(refundHours - remindHours)} if you don't act.`
}

/** The reason shown to the customer when the order is refunded. */
export const refundReason = (step: SellerStep, hours: number): string =>
  step === "own delivery" || step === "arrival"
    ? `The market didn't mark this order delivered within ${hoursOrDaysText(hours)}.`
    : `The market didn't act on this order within ${hoursOrDaysText(hours)}.`
