import { type Calendar, spansOn } from "./calendar.ts"
import { addDays, clockAt, instantOf, weekdayOf } from "./zoned-time.ts"

const HORIZON_DAYS = 7
const DAY_MS = 86_400_000

/** The market is open until then · closed, and opens then (null: not within seven days) · takes no orders. */
export type OpenState =
  | { state: "open"; until: Date }
  | { state: "closed"; opens: Date | null }
  | { state: "paused"; until: string | null; reason: string | null }

export type Interval = { from: Date; to: Date }

/**
 * The times at which a market is open, from yesterday's to those that begin within seven days, each span of each day
 * by itself, in order.
 */
export function openSpans(calendar: Calendar, now: Date, timeZone: string): Interval[] {
  const today = clockAt(now, timeZone).date
  const days = Array.from({ length: HORIZON_DAYS + 2 }, (_, at) => addDays(today, at - 1))
  return days
    .flatMap((date) =>
      spansOn(calendar, date, weekdayOf(date)).map(({ opens, closes }) => ({
        from: instantOf(date, opens, timeZone),
        to: instantOf(closes <= opens ? addDays(date, 1) : date, closes, timeZone),
      })),
    )
    .filter(({ from, to }) => to > now && from.getTime() < now.getTime() + HORIZON_DAYS * DAY_MS && to > from)
    .sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** Whether a market is open at an instant, until when, or when it opens next. A pause comes before all hours. */
export function openState(calendar: Calendar, now: Date, timeZone: string): OpenState {
  const pause = pauseAt(calendar, now, timeZone)
  if (pause) return { state: "paused", ...pause }
  const [first, ...later] = openSpans(calendar, now, timeZone)
  if (!first) return { state: "closed", opens: null }
  if (first.from > now) return { state: "closed", opens: first.from }
  // Spans that meet are one to who stands in front of the market: until midnight, and on from midnight.
  let until = first.to
  for (const { from, to } of later) if (from <= until && to > until) until = to
  return { state: "open", until }
}

/** The pause, while it lasts: it ends by itself at midnight of its day. */
export function pauseAt({ pause }: Calendar, now: Date, timeZone: string): Calendar["pause"] {
  if (!pause) return null
  return pause.until === null || clockAt(now, timeZone).date < pause.until ? pause : null
}

/** Whether orders are taken: for now, or for an opening within seven days. */
export function takesOrders(state: OpenState): boolean {
  return state.state === "open" || (state.state === "closed" && state.opens !== null)
}

/**
 * The earliest instant at which an order that is placed now can be ready: after the preparation time, which begins at
 * the next opening where the market is closed. Null where it takes no orders.
 */
export function readyFrom(calendar: Calendar, now: Date, timeZone: string): Date | null {
  const state = openState(calendar, now, timeZone)
  const start = state.state === "open" ? now : state.state === "closed" ? state.opens : null
  return start && new Date(start.getTime() + calendar.prepMinutes * 60_000)
}

/**
 * From when reminders and automatic refunds of an order without a window count: from the order, or from the next opening
 * and the preparation time where the market was closed.
 */
export function clockStart(calendar: Calendar, now: Date, timeZone: string): Date {
  const { state } = openState(calendar, now, timeZone)
  return state === "closed" ? (readyFrom(calendar, now, timeZone) ?? now) : now
}
