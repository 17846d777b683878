import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import type { Calendar } from "./calendar.ts"
import { type Interval, openSpans, readyFrom } from "./open-state.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"

const HORIZON_MS = 7 * DAY_MS

export type WindowKind = "pickup" | "delivery"

/** The length of a window. */
export const WINDOW_HOURS = { pickup: 1, delivery: 2 } as const satisfies Record<WindowKind, number>

/** A time that a customer may choose; full when its limit of orders is reached. */
export type MarketWindow = { startsAt: Date; endsAt: Date; isFull: boolean }

/** The taken slots of the window that starts at an instant, and the limit; null for no limit. */
export type Places = { taken: (startsAt: Date) => number; limit: number | null }

const UNLIMITED: Places = { taken: () => 0, limit: null }

/**
 * The windows within the next seven days, in order: on the hour, inside one span of opening hours, after the
 * preparation time. Lengths are elapsed hours, also across a clock change. Empty if the market takes no orders.
 */
export function windowsOf(
  calendar: Calendar,
  kind: WindowKind,
  now: Date,
  timeZone: string,
  places: Places = UNLIMITED,
): MarketWindow[] {
  return [...eachWindow(calendar, kind, now, timeZone, places)]
}

/** Yields the windows of `windowsOf` one by one, so that no day is computed before it is needed. */
function* eachWindow(
  calendar: Calendar,
  kind: WindowKind,
  now: Date,
  timeZone: string,
  { taken, limit }: Places,
): Generator<MarketWindow> {
  const earliest = readyFrom(calendar, now, timeZone)
  if (!earliest) return
  const latest = now.getTime() + HORIZON_MS
  for (const span of openSpans(calendar, now, timeZone))
    for (const { from, to } of windowsIn(span, WINDOW_HOURS[kind] * HOUR_MS)) {
      if (from < earliest || from.getTime() >= latest) continue
      yield { startsAt: from, endsAt: to, isFull: limit !== null && taken(from) >= limit }
    }
}

/**
 * The windows that a market offers; none for delivery if it does not deliver. `taken` returns the number of taken slots
 * of a window.
 */
export function offeredWindows(
  { calendar, taking, timeZone }: MarketCalendar,
  kind: WindowKind,
  now: Date,
  taken: Places["taken"],
): MarketWindow[] {
  if (kind === "delivery" && !taking.offersDelivery) return []
  return windowsOf(calendar, kind, now, timeZone, { taken, limit: placesIn(taking, kind) })
}

/** The first pickup window with a free slot; null if there is none in the next seven days. */
export function nextPickup(
  { calendar, taking, timeZone }: MarketCalendar,
  now: Date,
  taken: Places["taken"],
): MarketWindow | null {
  const places = { taken, limit: placesIn(taking, "pickup") }
  for (const window of eachWindow(calendar, "pickup", now, timeZone, places))
    if (!window.isFull) return window
  return null
}

/** Windows start at the span's first full hour, so that every customer sees the same ones at any time. */
function windowsIn({ from, to }: Interval, lengthMs: number): Interval[] {
  const first = Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS
  const count = Math.max(0, Math.floor((to.getTime() - first) / lengthMs))
  return Array.from({ length: count }, (_, at) => ({
    from: new Date(first + at * lengthMs),
    to: new Date(first + (at + 1) * lengthMs),
  }))
}

/** The window that starts at an instant, full or not; undefined if it is not offered now. */
export function findWindow(
  calendar: Calendar,
  kind: WindowKind,
  startsAt: Date,
  at: { now: Date; timeZone: string },
): MarketWindow | undefined {
  return windowsOf(calendar, kind, at.now, at.timeZone).find(
    (window) => window.startsAt.getTime() === startsAt.getTime(),
  )
}
