import type { Span } from "#core/calendar/calendar.ts"
import { betweenText, minuteText } from "#core/calendar/calendar-text.ts"
import { DAY_MINUTES } from "#core/durations.ts"

/** "8 am–1 pm, 3–7 pm", "All day", "Closed". */
export function spansText(spans: readonly Span[]): string {
  if (spans.length === 0) return "Closed"
  return spans.map(spanText).join(", ")
}

/** One opening span: "8 am–1 pm". */
export function spanText({ opens, closes }: Span): string {
  if (opens === 0 && closes === DAY_MINUTES) return "All day"
  const [from, to] = [minuteText(opens), minuteText(closes)]
  return closes > opens ? betweenText(from, to) : `${from}–${to}`
}

const HALF_HOURS = Array.from({ length: DAY_MINUTES / 30 + 1 }, (_, at) => at * 30)

/** The choices of a form: every half hour, and the minute that is already chosen. */
export const openingChoices = (chosen?: number) => choices(HALF_HOURS.slice(0, -1), chosen)
export const closingChoices = (chosen?: number) => choices(HALF_HOURS.slice(1), chosen)

const choices = (minutes: readonly number[], chosen = 0) =>
  [...new Set([...minutes, ...(chosen > 0 ? [chosen] : [])])]
    .sort((a, b) => a - b)
    .map((one) => ({ value: String(one), label: minuteText(one) }))

/** "45 minutes", "2 hours", "90 minutes". */
export function prepText(minutes: number): string {
  if (minutes === 0) return "No time at all"
  if (minutes % 60 !== 0 || minutes < 120) return `${minutes} minutes`
  return `${minutes / 60} hours`
}

const PREP_CHOICES = [0, 15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440]

export const prepChoices = (chosen: number) =>
  [...new Set([...PREP_CHOICES, chosen])]
    .sort((a, b) => a - b)
    .map((one) => ({ value: String(one), label: prepText(one) }))
