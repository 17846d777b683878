import { readyText } from "../calendar/calendar-words.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

/** What says when an order is wanted. */
export type OrderTime = {
  fulfilment: Fulfilment
  status: OrderStatus | null
  windowStartsAt: Date | null
  windowEndsAt: Date | null
  /** The window's start; without a window, when the order of a closed market is ready; null of an open one. */
  clockStartsAt: Date | null
}

/** Of an order that its market has not made ready. */
const NOT_READY: readonly (OrderStatus | null)[] = [null, "pending", "waiting", "taken"]

/**
 * "Ready for pickup from Mon, Nov 30, 10 am": of an order without a window that a closed market was given, as long as it
 * waits for it.
 */
export function orderReadyText(order: OrderTime, timeZone: string): string | null {
  const { fulfilment, status, windowStartsAt, clockStartsAt } = order
  if (windowStartsAt || !clockStartsAt || !NOT_READY.includes(status)) return null
  return readyText(fulfilment, clockStartsAt, timeZone)
}
