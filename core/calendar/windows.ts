import type { Calendar } from "./calendar.ts"
import { type Interval, openSpans, readyFrom } from "./open-state.ts"
import { type MarketCalendar, placesIn } from "./taking-orders.ts"

const HOUR_MS = 3_600_000
const HORIZON_MS = 7 * 24 * HOUR_MS

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
  const earliest = readyFrom(calendar, now, timeZone)
  if (!earliest) return []
  const latest = now.getTime() + HORIZON_MS
  return [...openSpans(calendar, now, timeZone)]
    .flatMap((span) => windowsIn(span, WINDOW_HOURS[kind] * HOUR_MS))
    .filter(({ from }) => from >= earliest && from.getTime() < latest)
    .map(({ from, to }) => ({
      startsAt: from,
      endsAt: to,
      isFull: places.limit !== null && places.taken(from) >= places.limit,
    }))
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
