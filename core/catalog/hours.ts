import { z } from "zod"
import { plainText } from "#core/typed-text.ts"

const CLOCK_HOURS = [
  "1am",
  "3am",
  "4am",
  "5am",
  "6am",
  "7am",
  "8am",
  "9am",
  "10am",
  "11am",
  "12pm",
  "1pm",
  "2pm",
  "3pm",
  "4pm",
  "5pm",
  "6pm",
  "7pm",
  "8pm",
  "9pm",
  "10pm",
  "11pm",
  "12am",
] as const

/** Our own choice: the specification has no way to say that a market is closed on a day. */
export const CLOSED = "Closed"

/** The choices of the six selects: every hour but 2am, and Closed. */
export const HOUR_CHOICES = [CLOSED, ...CLOCK_HOURS] as const
export type HourChoice = (typeof HOUR_CHOICES)[number]

/** "8am-7pm", or "Closed" if either end is Closed. */
export function hoursText(open: HourChoice, close: HourChoice): string {
  return open === CLOSED || close === CLOSED ? CLOSED : `${open}-${close}`
}

/** Parses a stored text into its two choices; null for a text that does not match any. */
export function parseHoursText(text: string): { open: HourChoice; close: HourChoice } | null {
  if (text === CLOSED) return { open: CLOSED, close: CLOSED }
  const [open, close, rest] = text.split("-")
  if (rest !== undefined || !isClockHour(open) || !isClockHour(close) || open === close) return null
  return { open, close }
}

/** A day's hours as text, as `/api/v1` and the database have it. */
export const hoursTextField = z
  .string({ error: "Choose the opening hours." })
  .overwrite(asChosen)
  .refine(isPossibleText, 'Enter hours like "8am-7pm", or "Closed".')

/** Normalizes "8 AM – 7 PM" to "8am-7pm". */
function asChosen(typed: string): string {
  const text = plainText(typed)
  const hours = text
    .toLowerCase()
    .replace(/[\s.]/g, "")
    .replace(/[\u2010-\u2015]/g, "-")
  return hours === CLOSED.toLowerCase() ? CLOSED : parseHoursText(hours) ? hours : text
}

function isPossibleText(text: string): boolean {
  const day = parseHoursText(text)
  return day !== null && dayProblem(day.open, day.close) === null
}

/** One of the six selects of the registration wizard. */
export const hourField = z.enum(HOUR_CHOICES, { error: "Choose an hour." })

/**
 * Returns the problem with a day's two choices, shown at the closing hour; null if there is none. A closing hour before
 * the opening hour runs past midnight, as on /my-market.
 */
export function dayProblem(open: HourChoice, close: HourChoice): string | null {
  if (open === CLOSED && close === CLOSED) return null
  if (open === CLOSED || close === CLOSED) return "Choose Closed for both, or an hour for both."
  return open === close ? "Choose a closing hour that differs from the opening hour." : null
}

function isClockHour(value: string | undefined): value is (typeof CLOCK_HOURS)[number] {
  return (CLOCK_HOURS as readonly (string | undefined)[]).includes(value)
}
