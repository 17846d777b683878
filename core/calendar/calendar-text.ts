import { DAY_MINUTES } from "#core/durations.ts"
import { clockText, WEEKDAYS } from "./calendar.ts"
import { type OpenState, readyOnceOpen, takesOrders } from "./open-state.ts"
import type { MarketCalendar } from "./taking-orders.ts"
import type { WindowKind } from "./windows.ts"
import { addDays, clockAt, type LocalDate, weekdayOf } from "./zoned-time.ts"

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]

/**
 * "Open until 7 pm" · "Open" around the clock · "Opens Sat 8 am" · "Opens 3 pm" today · "Paused until Monday, October
 * 5" · "Closed".
 */
export function openStateText(state: OpenState, now: Date, timeZone: string): string {
  switch (state.state) {
    case "open":
      return state.until ? `Open until ${timeText(state.until, timeZone)}` : "Open"
    case "closed":
      return state.opens ? `Opens ${dayAndTime(state.opens, now, timeZone)}` : "Closed"
    case "paused":
      return state.until ? `Paused until ${longDate(state.until)}` : "Paused"
  }
}

/** Why a market takes no orders, until when, and the seller's own reason; null if it takes orders. */
export function takesNoOrdersText(
  marketName: string,
  state: OpenState,
  now: Date,
  timeZone: string,
): string | null {
  if (takesOrders(state, now) || state.state === "open") return null
  if (state.state === "closed") {
    if (!state.opens) return `${marketName} is closed and isn't taking orders.`
    const opens = longDate(clockAt(state.opens, timeZone).date)
    return `${marketName} is closed until ${opens}. You can order from a week before.`
  }
  const until = state.until ? `until ${longDate(state.until)}` : "right now"
  return `${marketName} isn't taking orders ${until}.${state.reason ? ` ${sentence(state.reason)}` : ""}`
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** "8 am", "noon", "midnight", "8:30 am", in the market's time zone. */
export const timeText = (instant: Date, timeZone: string): string =>
  minuteText(clockAt(instant, timeZone).minutes)

/** The time of a minute of the day, such as "8:30 am"; 0 and 1440 are both "midnight". */
export function minuteText(minutes: number): string {
  if (minutes % DAY_MINUTES === 0) return "midnight"
  if (minutes === DAY_MINUTES / 2) return "noon"
  return clockText(minutes).replace(/(am|pm)$/, " $1")
}

/** "Monday, October 5" */
export function longDate(date: LocalDate): string {
  const [, month = 1, day = 1] = date.split("-").map(Number)
  return `${WEEKDAYS[weekdayOf(date)]}, ${MONTHS[month - 1]} ${day}`
}

/** "Today, noon–1 pm" · "Tomorrow, 9–11 am" · "Sat, Nov 28, 9 am–1 pm" */
export function windowText(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
  timeZone: string,
): string {
  return `${dayText(startsAt, now, timeZone)}, ${timeRangeText(startsAt, endsAt, timeZone)}`
}

/**
 * The window of an order or a checkout, "Sat, Nov 28, 9–10 am"; never "today", since the page may be read later. Null
 * for as soon as possible.
 */
export function orderWindowText(
  { windowStartsAt, windowEndsAt }: { windowStartsAt: Date | null; windowEndsAt: Date | null },
  timeZone: string,
): string | null {
  if (!windowStartsAt || !windowEndsAt) return null
  return `${shortDate(clockAt(windowStartsAt, timeZone).date)}, ${timeRangeText(windowStartsAt, windowEndsAt, timeZone)}`
}

/** "Mon, Nov 30, 10 am", for pages that may be read later. */
export const momentText = (instant: Date, timeZone: string): string =>
  `${shortDate(clockAt(instant, timeZone).date)}, ${timeText(instant, timeZone)}`

/** "Ready for pickup from Mon, Nov 30, 10 am", for as-soon-as-possible orders of a closed market. */
export const readyText = (kind: WindowKind, readyAt: Date, timeZone: string): string =>
  `Ready for ${kind} from ${momentText(readyAt, timeZone)}`

/** When an order without a window, placed now, is ready; null while the market is open. */
export function readyOnceOpenText(kind: WindowKind, market: MarketCalendar, now: Date): string | null {
  const readyAt = readyOnceOpen(market, now)
  return readyAt && readyText(kind, readyAt, market.timeZone)
}

/** "9–11 am", "11 am–1 pm", "noon–1 pm" */
export const timeRangeText = (startsAt: Date, endsAt: Date, timeZone: string): string =>
  betweenText(timeText(startsAt, timeZone), timeText(endsAt, timeZone))

/** Two times of one day, in order; "am" or "pm" is written once if both have the same. */
export function betweenText(from: string, to: string): string {
  const half = / (am|pm)$/.exec(from)?.[1]
  return half && to.endsWith(` ${half}`) ? `${from.slice(0, -3)}–${to}` : `${from}–${to}`
}

function dayAndTime(instant: Date, now: Date, timeZone: string): string {
  const time = timeText(instant, timeZone)
  const { date } = clockAt(instant, timeZone)
  const today = clockAt(now, timeZone).date
  // The weekday alone would mean today.
  if (date >= addDays(today, 7)) return `${dayText(instant, now, timeZone)}, ${time}`
  return date === today ? time : `${WEEKDAYS[weekdayOf(date)]?.slice(0, 3)} ${time}`
}

/** "Today", "Tomorrow", "Sat, Nov 28" */
export function dayText(instant: Date, now: Date, timeZone: string): string {
  const { date } = clockAt(instant, timeZone)
  const today = clockAt(now, timeZone).date
  if (date === today) return "Today"
  if (date === addDays(today, 1)) return "Tomorrow"
  return shortDate(date)
}

/** "Sat, Nov 28" */
function shortDate(date: LocalDate): string {
  const [, month = 1, day = 1] = date.split("-").map(Number)
  return `${WEEKDAYS[weekdayOf(date)]?.slice(0, 3)}, ${MONTHS[month - 1]?.slice(0, 3)} ${day}`
}
