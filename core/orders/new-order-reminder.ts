import { afterOpenTime, pauseAt } from "#core/calendar/open-state.ts"
import type { MarketCalendar } from "#core/calendar/taking-orders.ts"
import { instantOf } from "#core/calendar/zoned-time.ts"
import { MINUTE_MS } from "#core/durations.ts"

/** For how long a market may leave a new order unacknowledged while it is open. */
const PATIENCE_MS = 10 * MINUTE_MS

/**
 * When a market is reminded of an order that nobody has acknowledged: once it has been open for ten minutes since then.
 * Hours before the end of a pause do not count. Null if it is paused until further notice, or does not open within seven
 * days.
 */
export function newOrderReminderAt(
  { calendar, timeZone }: Pick<MarketCalendar, "calendar" | "timeZone">,
  placedAt: Date,
  now: Date,
): Date | null {
  const pause = pauseAt(calendar, now, timeZone)
  if (pause?.until === null) return null
  const resumes = pause ? instantOf(pause.until, 0, timeZone) : placedAt
  return afterOpenTime(calendar, resumes > placedAt ? resumes : placedAt, PATIENCE_MS, timeZone)
}
