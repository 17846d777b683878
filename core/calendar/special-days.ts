import { dayHoursText, type Span } from "./calendar.ts"
import { longDate } from "./calendar-text.ts"
import { addDays, clockAt, type LocalDate } from "./zoned-time.ts"

/** A special day as the seller entered it. */
export type SpecialDay = { date: LocalDate; spans: readonly Span[]; note: string | null }

/** "Thursday, November 26" and "Closed, Thanksgiving". */
export type SpecialDayText = { day: string; hours: string }

/** How many days ahead customers see special days, and how many of them. */
const SHOWN_DAYS = 30
const MOST_SHOWN = 3

/** A market's special days as customers see them next to its hours, soonest first. */
export function specialDaysText(days: readonly SpecialDay[], now: Date, timeZone: string): SpecialDayText[] {
  const today = clockAt(now, timeZone).date
  const last = addDays(today, SHOWN_DAYS)
  return days
    .filter(({ date }) => date >= today && date <= last)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, MOST_SHOWN)
    .map(({ date, spans, note }) => ({
      day: longDate(date),
      hours: note ? `${dayHoursText(spans)}, ${note}` : dayHoursText(spans),
    }))
}
