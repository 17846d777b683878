import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { type Calendar, spansOn } from "./calendar.ts"
import type { MarketCalendar } from "./taking-orders.ts"
import { addDays, clockAt, instantOf, type LocalDate, weekdayOf } from "./zoned-time.ts"

const HORIZON_DAYS = 7
/** How far ahead a closed market's next opening is looked for. */
const LOOKED_AHEAD_DAYS = 120

/**
 * The market is open until then (null: it does not close within seven days) · closed, and opens then (null: not that
 * anybody knows) · paused, and takes no orders.
 */
export type OpenState =
  | { state: "open"; until: Date | null }
  | { state: "closed"; opens: Date | null }
  | { state: "paused"; until: string | null; reason: string | null }

export type Interval = { from: Date; to: Date }

/**
 * The times at which a market is open and that are not over, in order: those that begin within seven days. Hours that
 * run into the next day's belong to the first of the two, whenever one looks. No day is looked at before it is wanted.
 */
export function* openSpans(calendar: Calendar, now: Date, timeZone: string): Generator<Interval> {
  const horizon = now.getTime() + HORIZON_DAYS * DAY_MS
  // The hours of yesterday may run until today, and those of the day before may cut them short. Late in an evening before
  // clocks go forward, seven days of 24 hours end on the eighth date.
  for (const span of spansOfDays(calendar, now, timeZone, { from: -2, to: HORIZON_DAYS + 1 })) {
    if (span.from.getTime() >= horizon) return
    if (span.to > now) yield span
  }
}

/** The spans of days counted from today, in order, cut so that no two lie over each other. */
function* spansOfDays(
  calendar: Calendar,
  now: Date,
  timeZone: string,
  days: { from: number; to: number },
): Generator<Interval> {
  const today = clockAt(now, timeZone).date
  let before = new Date(0)
  for (let day = days.from; day <= days.to; day++)
    for (const { from, to } of spansOf(calendar, addDays(today, day), timeZone)) {
      const own = { from: from > before ? from : before, to }
      if (to > before) before = to
      if (own.to > own.from) yield own
    }
}

/** The spans of one day as instants, in order. */
function spansOf(calendar: Calendar, date: LocalDate, timeZone: string): Interval[] {
  return spansOn(calendar, date, weekdayOf(date))
    .map(({ opens, closes }) => ({
      from: instantOf(date, opens, timeZone),
      to: instantOf(closes <= opens ? addDays(date, 1) : date, closes, timeZone),
    }))
    .sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** Whether a market is open at an instant, until when, or when it opens next. A pause comes before all hours. */
export function openState(calendar: Calendar, now: Date, timeZone: string): OpenState {
  const pause = pauseAt(calendar, now, timeZone)
  if (pause) return { state: "paused", ...pause }
  let until: Date | null = null
  for (const { from, to } of openSpans(calendar, now, timeZone)) {
    if (!until && from > now) return { state: "closed", opens: from }
    // Spans that meet are one to a visitor of the market: until midnight, and on from midnight.
    if (until && from > until) break
    until = to
  }
  if (!until) return { state: "closed", opens: laterOpening(calendar, now, timeZone) }
  return { state: "open", until: until.getTime() < now.getTime() + HORIZON_DAYS * DAY_MS ? until : null }
}

/** The first opening after the next seven days; null where the week has none. */
function laterOpening(calendar: Calendar, now: Date, timeZone: string): Date | null {
  const days = { from: HORIZON_DAYS - 1, to: LOOKED_AHEAD_DAYS }
  for (const { from } of spansOfDays(calendar, now, timeZone, days)) if (from > now) return from
  return null
}

/** The pause, while it lasts: it ends by itself at midnight of its day. */
export function pauseAt({ pause }: Calendar, now: Date, timeZone: string): Calendar["pause"] {
  if (!pause) return null
  return pause.until === null || clockAt(now, timeZone).date < pause.until ? pause : null
}

/** Whether orders are taken: for now, or for an opening within seven days. */
export function takesOrders(state: OpenState, now: Date): boolean {
  if (state.state !== "closed") return state.state === "open"
  return state.opens !== null && state.opens.getTime() < now.getTime() + HORIZON_DAYS * DAY_MS
}

/** Whether a market takes orders at an instant: for now, or for an opening within seven days. */
export const takesOrdersAt = ({ calendar, timeZone }: MarketCalendar, now: Date): boolean =>
  takesOrders(openState(calendar, now, timeZone), now)

/**
 * The earliest instant at which an order that is placed now can be ready: after the preparation time, of which only
 * opening hours count. Null where the market takes no orders.
 */
export function readyFrom(calendar: Calendar, now: Date, timeZone: string): Date | null {
  if (pauseAt(calendar, now, timeZone)) return null
  let leftMs = calendar.prepMinutes * MINUTE_MS
  let ready: Date | null = null
  for (const { from, to } of openSpans(calendar, now, timeZone)) {
    const begins = Math.max(from.getTime(), now.getTime())
    ready = new Date(Math.min(begins + leftMs, to.getTime()))
    leftMs -= ready.getTime() - begins
    if (leftMs === 0) break
  }
  return ready
}

/**
 * When an order without a window, placed now, is ready where the market is closed: the next opening and the preparation
 * time. Customers read it, and reminders and automatic refunds count from it. Null where the market is open: its orders
 * count from their placing.
 */
export function readyOnceOpen(
  { calendar, timeZone }: Pick<MarketCalendar, "calendar" | "timeZone">,
  now: Date,
): Date | null {
  const { state } = openState(calendar, now, timeZone)
  return state === "closed" ? readyFrom(calendar, now, timeZone) : null
}
