import {
  dayText,
  momentText,
  orderWindowText,
  timeRangeText,
  timeText,
} from "#core/calendar/calendar-text.ts"
import { countText } from "#core/count-text.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { isReady, type OrderTime } from "./order-time.ts"

type Due = OrderTime & { dueAt: Date }

/** "10–11 am" today, "Tomorrow, 9–11 am", "Sat, Nov 28, 9 am": the window, or when the order should be ready. */
export function dueText(order: Due, now: Date, timeZone: string): string {
  const day = dayText(order.dueAt, now, timeZone)
  const time = dueTimeText(order, timeZone)
  return day === "Today" ? time : `${day}, ${time}`
}

/** "tomorrow, 9–11 am", "as soon as possible": a time inside a sentence. */
export const inSentence = (time: string): string =>
  time.replace(/^(Tomorrow|As soon)/, (word) => word.toLowerCase())

type DueTime = Pick<Due, "dueAt" | "windowStartsAt" | "windowEndsAt">

/** "10–11 am", beside the date. */
export const dueTimeText = ({ dueAt, windowStartsAt, windowEndsAt }: DueTime, timeZone: string): string =>
  windowStartsAt && windowEndsAt
    ? timeRangeText(windowStartsAt, windowEndsAt, timeZone)
    : timeText(dueAt, timeZone)

/** "Sat, Nov 28, 10–11 am"; never "today", for paper. */
export const dueDateText = (order: DueTime, timeZone: string): string =>
  orderWindowText(order, timeZone) ?? momentText(order.dueAt, timeZone)

/** Whether the time has passed at which the market should have had the order ready. */
export const isLate = (order: Pick<Due, "status" | "dueAt">, now: Date): boolean =>
  !isReady(order) && order.dueAt < now

/** "in 54 min", "6 min late", "in 3 days": the time until an order is due; null once it is ready. */
export function timeLeftText(order: Pick<Due, "status" | "dueAt">, now: Date): string | null {
  if (isReady(order)) return null
  const ms = order.dueAt.getTime() - now.getTime()
  if (Math.abs(ms) < MINUTE_MS) return "now"
  return ms > 0 ? `in ${spanText(ms)}` : `${spanText(-ms)} late`
}

/** "2 min ago", "just now": how long ago something happened. */
export function agoText(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  return ms < MINUTE_MS ? "just now" : `${spanText(ms)} ago`
}

/** "54 min", "1 h 54 min", "3 days", rounded down. */
function spanText(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  if (days > 0) return countText(days, "day")
  const hours = Math.floor(ms / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  if (hours === 0) return `${minutes} min`
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
}
