import { z } from "zod"
import { DAY_MINUTES } from "#core/durations.ts"

/** Minutes after midnight, in the person's time zone. They cross midnight if they start in the evening. */
export type QuietHours = { readonly fromMinutes: number; readonly toMinutes: number }

/** Returns for how many more minutes messages may be shown: 0 within the quiet hours, Infinity without quiet hours. */
export function minutesUntilQuiet(hours: QuietHours | null, nowMinutes: number): number {
  if (!hours) return Number.POSITIVE_INFINITY
  const since = (nowMinutes - hours.fromMinutes + DAY_MINUTES) % DAY_MINUTES
  const lasts = (hours.toMinutes - hours.fromMinutes + DAY_MINUTES) % DAY_MINUTES
  return since < lasts ? 0 : DAY_MINUTES - since
}

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, like 10:00 PM.")
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
  .optional()

/** The form of the quiet hours; with both times left empty there are none. */
export const quietHoursInput = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ["to"],
    error: "Enter both times, or none for no quiet hours.",
  })
  .refine(({ from, to }) => from === undefined || from !== to, {
    path: ["to"],
    error: "Quiet hours can't start and end at the same time. Enter another time.",
  })
