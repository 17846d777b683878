import { openSpans } from "../../../core/calendar/open-state.ts"
import type { MarketCalendar } from "../../../core/calendar/taking-orders.ts"
import { DAY_MS, MINUTE_MS } from "../../../core/durations.ts"

const WEEK_MS = 7 * DAY_MS

/** The last time, no later than `latest`, from which a market is open for `minutes`; `latest` if there is none. */
export function lastOpenMoment(
  { calendar, timeZone }: Pick<MarketCalendar, "calendar" | "timeZone">,
  latest: Date,
  minutes: number,
): Date {
  const moments = [...openSpans(calendar, new Date(latest.getTime() - WEEK_MS), timeZone)].flatMap(
    ({ from, to }) => {
      const moment = new Date(Math.min(latest.getTime(), to.getTime() - minutes * MINUTE_MS))
      return moment >= from ? [moment] : []
    },
  )
  return moments.at(-1) ?? latest
}
