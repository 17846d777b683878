import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import type { Calendar } from "./calendar.ts"
import { type Interval, openSpans, readyFrom } from "./open-state.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"

const HORIZON_MS = 7 * DAY_MS

export type WindowKind = "pickup" | "delivery"

/** How long a window is. */
export const WINDOW_HOURS = { pickup: 1, delivery: 2 } as const satisfies Record<WindowKind, number>

/** A time that a customer may choose, and how many others have chosen it. */
export type MarketWindow = { startsAt: Date; endsAt: Date; isFull: boolean }

/** How many orders of a kind have a place in the window that begins at an instant, and how many may have one. */
export type Places = { taken: (startsAt: Date) => number; limit: number | null }

const UNLIMITED: Places = { taken: () => 0, limit: null }

/**
 * The windows within the next seven days, in order: on the hour, inside one span of opening hours, after the preparation
 * time. They are real hours: one that spans the change of clocks is as long as any other. Empty
 * where the market takes no orders.
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
 * The windows that a market offers: none for delivery where it does not deliver. `taken` says how many places of one are
 * taken.
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

/** The first window for pickup that has a place; null where none of the next seven days has. */
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

/** From the span's own first full hour on, so that everybody is offered the same ones, whenever they look. */
function windowsIn({ from, to }: Interval, lengthMs: number): Interval[] {
  const first = Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS
  const count = Math.max(0, Math.floor((to.getTime() - first) / lengthMs))
  return Array.from({ length: count }, (_, at) => ({
    from: new Date(first + at * lengthMs),
    to: new Date(first + (at + 1) * lengthMs),
  }))
}

/** The window that begins at an instant, if it is on offer now; full ones too. */
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
