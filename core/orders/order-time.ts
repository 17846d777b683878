import { readyText } from "../calendar/calendar-text.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

/** The fields that determine when an order is due. */
export type OrderTime = {
  fulfilment: Fulfilment
  status: OrderStatus | null
  windowStartsAt: Date | null
  windowEndsAt: Date | null
  /** The window's start. Without one: when the order of a closed market is ready; null for an open market. */
  clockStartsAt: Date | null
}

/** Statuses of an order that its market has not made ready. */
export const NOT_READY: readonly (OrderStatus | null)[] = [null, "pending", "waiting", "taken"]

/** Whether the market has nothing left to do to get the order ready. */
export const isReady = ({ status }: Pick<OrderTime, "status">): boolean => !NOT_READY.includes(status)

/**
 * "Ready for pickup from Mon, Nov 30, 10 am", for an order without a window that was placed while the market was
 * closed; null once the order is ready.
 */
export function orderReadyText(order: OrderTime, timeZone: string): string | null {
  const { fulfilment, windowStartsAt, clockStartsAt } = order
  if (windowStartsAt || !clockStartsAt || isReady(order)) return null
  return readyText(fulfilment, clockStartsAt, timeZone)
}
