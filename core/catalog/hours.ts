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
  .refine((text) => parseHoursText(text) !== null, 'Enter hours like "8am-7pm", or "Closed".')

/** One of the six selects of the registration wizard. */
export const hourField = z.enum(HOUR_CHOICES, { error: "Choose an hour." })

/** Said at the closing hour of a day that would open and close at once. */
export const SAME_HOUR_MESSAGE = "Choose a closing hour that differs from the opening hour."

/** True for a day that can be kept: closed, or from one hour to another (past midnight is fine). */
export function isPossibleDay(open: HourChoice, close: HourChoice): boolean {
  return open === CLOSED || close === CLOSED || open !== close
}

function isClockHour(value: string | undefined): value is (typeof CLOCK_HOURS)[number] {
  return (CLOCK_HOURS as readonly (string | undefined)[]).includes(value)
}
