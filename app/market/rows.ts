import { WEEKDAYS } from "#core/calendar/calendar.ts"

/** The rows of /my-market that are made of data, as its address names them. */
export const weekdayRow = (day: number) => WEEKDAYS[day]?.toLowerCase() ?? ""
export const specialDayRow = (date: string) => `day-${date}`
