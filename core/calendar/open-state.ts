import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { type Calendar, spansOn } from "./calendar.ts"
import type { MarketCalendar } from "./taking-orders.ts"
import { addDays, clockAt, instantOf, type LocalDate, weekdayOf } from "./zoned-time.ts"

const HORIZON_DAYS = 7
/** How many days ahead to search for the next opening of a closed market. */
const LOOKED_AHEAD_DAYS = 120

/**
 * open: `until` is null if the market does not close within seven days · closed: `opens` is null if no opening is known
 * · paused: takes no orders.
 */
export type OpenState =
  | { state: "open"; until: Date | null }
  | { state: "closed"; opens: Date | null }
  | { state: "paused"; until: string | null; reason: string | null }

export type Interval = { from: Date; to: Date }

/**
 * Yields the current and coming times at which a market is open, in order: those that begin within seven days. Hours
 * that overlap the next day's belong to the earlier day, whatever `now` is. A day is computed only when it is needed.
 */
export function* openSpans(calendar: Calendar, now: Date, timeZone: string): Generator<Interval> {
  const horizon = now.getTime() + HORIZON_DAYS * DAY_MS
  // Yesterday's hours may run until today, and those of the day before may cut them short. Late in the evening before
  // clocks go forward, seven days of 24 hours end on the eighth date.
  for (const span of spansOfDays(calendar, now, timeZone, { from: -2, to: HORIZON_DAYS + 1 })) {
    if (span.from.getTime() >= horizon) return
    if (span.to > now) yield span
  }
}

/** The spans of days counted from today, in order, cut so that they do not overlap. */
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

/** Whether a market is open at an instant, until when, or when it opens next. A pause overrides the hours. */
export function openState(calendar: Calendar, now: Date, timeZone: string): OpenState {
  const pause = pauseAt(calendar, now, timeZone)
  if (pause) return { state: "paused", ...pause }
  let until: Date | null = null
  for (const { from, to } of openSpans(calendar, now, timeZone)) {
    if (!until && from > now) return { state: "closed", opens: from }
    // Spans that touch count as one: until midnight, and on from midnight.
    if (until && from > until) break
    until = to
  }
  if (!until) return { state: "closed", opens: laterOpening(calendar, now, timeZone) }
  return { state: "open", until: until.getTime() < now.getTime() + HORIZON_DAYS * DAY_MS ? until : null }
}

/** The first opening after the next seven days; null if there is none within 120 days. */
function laterOpening(calendar: Calendar, now: Date, timeZone: string): Date | null {
  const days = { from: HORIZON_DAYS - 1, to: LOOKED_AHEAD_DAYS }
  for (const { from } of spansOfDays(calendar, now, timeZone, days)) if (from > now) return from
  return null
}

/** The pause that applies now, or null: a pause ends at midnight, when its `until` day begins. */
export function pauseAt({ pause }: Calendar, now: Date, timeZone: string): Calendar["pause"] {
  if (!pause) return null
  return pause.until === null || clockAt(now, timeZone).date < pause.until ? pause : null
}

/** Whether a market takes orders: it is open, or opens within seven days. */
export function takesOrders(state: OpenState, now: Date): boolean {
  if (state.state !== "closed") return state.state === "open"
  return state.opens !== null && state.opens.getTime() < now.getTime() + HORIZON_DAYS * DAY_MS
}

/** Whether a market takes orders at an instant: it is open, or opens within seven days. */
export const takesOrdersAt = ({ calendar, timeZone }: MarketCalendar, now: Date): boolean =>
  takesOrders(openState(calendar, now, timeZone), now)

/**
 * The earliest instant at which an order placed now can be ready: after the preparation time, which counts opening
 * hours only. Null if the market takes no orders.
 */
export function readyFrom(calendar: Calendar, now: Date, timeZone: string): Date | null {
  if (pauseAt(calendar, now, timeZone)) return null
  return afterOpenTime(calendar, now, calendar.prepMinutes * MINUTE_MS, timeZone)
}

/**
 * The instant by which a market has been open for `openMs` since `since`, by its hours, whether it is paused or not. If
 * it is open for less within seven days, the end of its hours; null if it does not open at all.
 */
export function afterOpenTime(
  calendar: Calendar,
  since: Date,
  openMs: number,
  timeZone: string,
): Date | null {
  let leftMs = openMs
  let after: Date | null = null
  for (const { from, to } of openSpans(calendar, since, timeZone)) {
    const begins = Math.max(from.getTime(), since.getTime())
    after = new Date(Math.min(begins + leftMs, to.getTime()))
    leftMs -= after.getTime() - begins
    if (leftMs === 0) break
  }
  return after
}

/**
 * When an order without a window, placed now at a closed market, is ready: the next opening plus the preparation time.
 * Customers see it, and reminders and automatic refunds count from it. Null if the market is open: its orders count
 * from when they are placed.
 */
export function readyOnceOpen(
  { calendar, timeZone }: Pick<MarketCalendar, "calendar" | "timeZone">,
  now: Date,
): Date | null {
  const { state } = openState(calendar, now, timeZone)
  return state === "closed" ? readyFrom(calendar, now, timeZone) : null
}
