import { z } from "zod"

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

/** A choice of ours: the specification has no way to say that a market stays shut on a day. */
export const CLOSED = "Closed"

/** The choices of the six selects: every hour but 2am, and Closed. */
export const HOUR_CHOICES = [CLOSED, ...CLOCK_HOURS] as const
export type HourChoice = (typeof HOUR_CHOICES)[number]

/** "8am-7pm", or "Closed" when either end says so. */
export function hoursText(open: HourChoice, close: HourChoice): string {
  return open === CLOSED || close === CLOSED ? CLOSED : `${open}-${close}`
}

/** The two choices behind a stored text; null for a text that no choices make. */
export function parseHoursText(text: string): { open: HourChoice; close: HourChoice } | null {
  if (text === CLOSED) return { open: CLOSED, close: CLOSED }
  const [open, close, rest] = text.split("-")
  if (rest !== undefined || !isClockHour(open) || !isClockHour(close) || open === close) return null
  return { open, close }
}

/** The day's text as `/api/v1` and the database hold it. */
export const hoursTextField = z
  .string({ error: "Choose the opening hours." })
  .trim()
  .refine(isPossibleText, 'Enter hours like "8am-7pm", or "Closed".')

function isPossibleText(text: string): boolean {
  const day = parseHoursText(text)
  return day !== null && dayProblem(day.open, day.close) === null
}

/** One of the six selects of the registration wizard. */
export const hourField = z.enum(HOUR_CHOICES, { error: "Choose an hour." })

/** Evenings may end in the small hours, of the next day. */
const LATEST_CLOSE = 4
const NOON = 12
const MIDNIGHT = 24

/**
 * What is wrong with a day's two choices, said at the closing hour; null for closed, or from one hour to a later one.
 */
export function dayProblem(open: HourChoice, close: HourChoice): string | null {
  if (open === CLOSED && close === CLOSED) return null
  if (open === CLOSED || close === CLOSED) return "Choose Closed for both, or an hour for both."
  if (open === close) return "Choose a closing hour that differs from the opening hour."
  const [from, to] = [hourOf(open), hourOf(close) || MIDNIGHT]
  const isEvening = from >= NOON && to <= LATEST_CLOSE
  return from < to || isEvening ? null : "Choose a closing hour that is after the opening hour."
}

/** 0 for midnight to 23 for 11pm. */
function hourOf(text: string): number {
  const hour = Number.parseInt(text, 10) % NOON
  return text.endsWith("pm") ? hour + NOON : hour
}

function isClockHour(value: string | undefined): value is (typeof CLOCK_HOURS)[number] {
  return (CLOCK_HOURS as readonly (string | undefined)[]).includes(value)
}
