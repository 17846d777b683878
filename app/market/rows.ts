import { WEEKDAYS } from "#core/calendar/calendar.ts"

/** The ids of the weekday rows on /my-market. */
export const weekdayRow = (day: number) => WEEKDAYS[day]?.toLowerCase() ?? ""
export const specialDayRow = (date: string) => `day-${date}`
