import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/durations.ts"

/** A calendar date, "2026-11-26", without a time zone. */
export type LocalDate = string

/** Whether a text is a date as `LocalDate` writes it. */
export const isDate = (text: string): text is LocalDate =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Creating a format costs sixty times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  })
  formats.set(timeZone, format)
  return format
}

/** The local date at an instant in the time zone, and the minutes since its midnight. */
export function clockAt(instant: Date, timeZone: string): { date: LocalDate; minutes: number } {
  const shown = Math.floor(instant.getTime() / MINUTE_MS) + offsetAt(instant, timeZone)
  const date = new Date(shown * MINUTE_MS).toISOString().slice(0, 10)
  return { date, minutes: shown - Date.parse(date) / MINUTE_MS }
}

/**
 * Offsets by zone and hour: clocks change on the hour, and a page of markets needs the same few offsets hundreds of
 * times. Cleared when full, without the server's cache library: this file is also in the browser's bundle.
 */
const offsets = new Map<string, number>()
const MOST_OFFSETS = 20_000

/** Minutes by which the time zone's clocks are ahead of UTC at an instant; -300 in New York in winter. */
function offsetAt(instant: Date, timeZone: string): number {
  const hour = Math.floor(instant.getTime() / HOUR_MS)
  const key = `${timeZone} ${hour}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = offsetOf(new Date(hour * HOUR_MS), timeZone)
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function offsetOf(instant: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute } = parts
  return (Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`) - instant.getTime()) / MINUTE_MS
}

/**
 * The instant at which the time zone's clocks show this many minutes after a date's midnight; 1,440 is the next
 * midnight. A time that is skipped in spring is an hour later; of a time that occurs twice in fall, it is the first.
 */
export function instantOf(date: LocalDate, minutes: number, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS
  const before = offsetAt(new Date(asUtc - DAY_MS), timeZone)
  const after = offsetAt(new Date(asUtc + DAY_MS), timeZone)
  const candidates = [before, after].map((offset) => new Date(asUtc - offset * MINUTE_MS))
  const fits = candidates.filter(
    (candidate) => asUtc - offsetAt(candidate, timeZone) * MINUTE_MS === candidate.getTime(),
  )
  const [first] = fits.sort((a, b) => a.getTime() - b.getTime())
  // The clocks skip this time: use the offset from before the change.
  return first ?? new Date(asUtc - before * MINUTE_MS)
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: LocalDate): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}
