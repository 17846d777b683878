import { type Span, type Week, weekOf } from "../../../core/calendar/calendar.ts"
import { addDays, clockAt } from "../../../core/calendar/zoned-time.ts"
import { cents } from "../../../core/money.ts"
import type { marketCalendars, marketDates } from "../../../db/schema/index.ts"

type Row = Partial<typeof marketCalendars.$inferInsert>
type SpecialDay = Omit<typeof marketDates.$inferInsert, "marketId">
export type DemoCalendar = Row & { days?: SpecialDay[] }

const HOUR = 60
export const SATURDAY_PREP_MINUTES = 30
const WITH_A_BREAK: readonly Span[] = [
  { opens: 10 * HOUR, closes: 14 * HOUR },
  { opens: 16 * HOUR, closes: 21 * HOUR },
]

/** A pantry that closes after lunch, from Monday to Friday. */
const LARDER_WEEK: Week = weekOf({
  weekdayHours: "Closed",
  saturdayHours: "10am-10pm",
  sundayHours: "11am-8pm",
}).map((spans, day) => (day < 5 ? WITH_A_BREAK : spans))

/** Calendars of demo markets beyond their opening hours, by market name; days are relative to the seed's date. */
export function demoCalendars(now: Date): Readonly<Record<string, DemoCalendar>> {
  const today = clockAt(now, "America/New_York").date
  return {
    // The demo seller's market: two orders have chosen the same delivery window, which is full.
    "Chelsea Corner Grocer": {
      prepMinutes: 45,
      pickupPlaces: 6,
      deliveryPlaces: 2,
      days: [
        { date: addDays(today, 12), spans: [], note: "Inventory day" },
        {
          date: addDays(today, 20),
          spans: [{ opens: 8 * HOUR, closes: 13 * HOUR }],
          note: "Half day",
        },
      ],
    },
    // Short enough for an evening's order to be ready when the market opens.
    "Fort Greene Farm Stand": { prepMinutes: SATURDAY_PREP_MINUTES },
    "Bedford Larder": { week: LARDER_WEEK },
    "Washington Street Pantry": { offersDelivery: false },
    "Ironbound Produce": { deliveryRadiusMiles: 10, deliveryMinimumCents: cents(2_500) },
    "Arthur Avenue Meats": {
      pausedAt: now,
      pausedUntil: addDays(today, 21),
      pauseReason: "The cold room is being rebuilt.",
    },
    "Steinway Butchers": {
      days: Array.from({ length: 4 }, (_, day) => ({
        date: addDays(today, day),
        spans: [],
        note: "Away at the farms",
      })),
    },
  }
}
