import { addDays, clockAt, instantOf, weekdayOf } from "#core/calendar/zoned-time.ts"

const SUNDAY = 6

/** Other times at which to preview the market: tonight (unless it is over), tomorrow morning, Sunday. */
export function previewTimes(now: Date, timeZone: string): { label: string; at: Date }[] {
  const { date, minutes } = clockAt(now, timeZone)
  const hour = (days: number, hours: number) => instantOf(addDays(date, days), hours * 60, timeZone)
  const toSunday = SUNDAY - weekdayOf(date) || 7
  return [
    ...(minutes < 22 * 60 ? [{ label: "Tonight at 10 pm", at: hour(0, 22) }] : []),
    { label: "Tomorrow at 8 am", at: hour(1, 8) },
    { label: toSunday === 7 ? "Next Sunday at noon" : "Sunday at noon", at: hour(toSunday, 12) },
  ]
}
