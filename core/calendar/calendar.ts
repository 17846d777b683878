import { DAY_MINUTES } from "#core/durations.ts"
import type { LocalDate } from "./zoned-time.ts"

/**
 * Opening hours in minutes from midnight (0 to 1,440). A span that closes at or before the minute at which it opens
 * runs past midnight.
 */
export type Span = { opens: number; closes: number }

/** The spans of seven days, Monday first; a day without spans is closed. */
export type Week = readonly (readonly Span[])[]

export type Pause = {
  /** The first day on which orders are taken again; null if the seller gave none. */
  until: LocalDate | null
  reason: string | null
}

/** When a market is open and takes orders, in the market's own time zone. */
export type Calendar = {
  week: Week
  /** Days that differ from the week; an empty list means closed. */
  dates: Readonly<Record<LocalDate, readonly Span[]>>
  pause: Pause | null
  /** How long an order takes to be ready, in minutes. */
  prepMinutes: number
}

/** The three texts of the specification: "8am-7pm", or "Closed". */
export type HoursTexts = { weekdayHours: string; saturdayHours: string; sundayHours: string }

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const
const MONDAY_TO_FRIDAY = 5
export const DEFAULT_PREP_MINUTES = 60

const CLOSED = "Closed"
const ALL_DAY: readonly Span[] = [{ opens: 0, closes: DAY_MINUTES }]

/**
 * Parses the three texts into a week. A text without hours ("by appointment") counts as open all day, so that an
 * unreadable text never blocks orders.
 */
export function weekOf({ weekdayHours, saturdayHours, sundayHours }: HoursTexts): Week {
  const weekday = spansOf(weekdayHours)
  return [
    ...Array<readonly Span[]>(MONDAY_TO_FRIDAY).fill(weekday),
    spansOf(saturdayHours),
    spansOf(sundayHours),
  ]
}

/** Formats a week as the three texts. Days from Monday to Friday that differ from most of them are named. */
export function hoursTexts(week: Week): HoursTexts {
  const texts = week.map(dayHoursText)
  const weekdays = texts.slice(0, MONDAY_TO_FRIDAY)
  const usual = mostFrequent(weekdays)
  const others = weekdays.flatMap((text, day) =>
    text === usual ? [] : [`${WEEKDAYS[day]?.slice(0, 3)} ${text}`],
  )
  return {
    weekdayHours: [usual, ...others].join(", "),
    saturdayHours: texts[5] ?? CLOSED,
    sundayHours: texts[6] ?? CLOSED,
  }
}

export const dayHoursText = (spans: readonly Span[]): string =>
  spans.map(({ opens, closes }) => `${clockText(opens)}-${clockText(closes)}`).join(" and ") || CLOSED

/** "8am", "8:30am", "12am"; both ends of the day are 12am. */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, "0")}` : ""}${hour < 12 ? "am" : "pm"}`
}

/** "08:00", as the API and time fields use it; the end of the day is "24:00". */
export const timeValue = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

function spansOf(text: string): readonly Span[] {
  if (text === CLOSED) return []
  const spans = text
    .split(" and ")
    .map((part) => /^(\d+(?::\d\d)?[ap]m)-(\d+(?::\d\d)?[ap]m)$/.exec(part.trim()))
  if (spans.some((span) => span === null)) return ALL_DAY
  return spans.map((span) => ({
    opens: minutesOf(span?.[1] ?? ""),
    closes: minutesOf(span?.[2] ?? "") || DAY_MINUTES,
  }))
}

function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.slice(0, -2).split(":").map(Number)
  return ((hour % 12) + (clock.endsWith("pm") ? 12 : 0)) * 60 + minute
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? CLOSED
}

/** The spans of one day: its special hours if it has any, otherwise its weekday's. */
export function spansOn(calendar: Pick<Calendar, "week" | "dates">, date: LocalDate, weekday: number) {
  return calendar.dates[date] ?? calendar.week[weekday] ?? []
}

/** Returns the problem with a day's spans, which must be in order and must not touch; null if there is none. */
export function spansProblem(spans: readonly Span[]): string | null {
  for (const [at, { opens, closes }] of spans.entries()) {
    if (opens === closes) return "Choose a closing time that differs from the opening time."
    const next = spans[at + 1]
    if (!next) continue
    if (closes <= opens) return "Only the last hours of a day can run past midnight."
    if (next.opens <= closes) return "These hours meet the ones before them. Make them one, or leave a gap."
  }
  return null
}
