import { expect, it } from "vitest"
import { weekOf } from "#core/calendar/calendar.ts"
import { instantOf } from "#core/calendar/zoned-time.ts"
import { newOrderReminderAt } from "./new-order-reminder.ts"

const ZONE = "America/New_York"
const at = (day: string, hours: number, minutes = 0) => instantOf(day, hours * 60 + minutes, ZONE)
const [MONDAY, TUESDAY, SATURDAY] = ["2026-11-23", "2026-11-24", "2026-11-28"]
const market = (pause: { until: string | null; reason: null } | null = null) => ({
  timeZone: ZONE,
  calendar: {
    week: weekOf({ weekdayHours: "9am-5pm", saturdayHours: "9am-5pm", sundayHours: "Closed" }),
    dates: {},
    pause,
    prepMinutes: 60,
  },
})
const reminded = (placedAt: Date, pause: { until: string | null; reason: null } | null = null) =>
  newOrderReminderAt(market(pause), placedAt, placedAt)

it("reminds of a new order after ten minutes of opening hours", { tags: ["REACH-108"] }, () => {
  expect(reminded(at(MONDAY, 10))).toEqual(at(MONDAY, 10, 10))
  expect(reminded(at(MONDAY, 7))).toEqual(at(MONDAY, 9, 10))
  expect(reminded(at(MONDAY, 16, 54))).toEqual(at(TUESDAY, 9, 4))
  expect(reminded(at(SATURDAY, 20))).toEqual(at("2026-11-30", 9, 10))
})

it("does not count the days of a pause, and never reminds while it has no end", {
  tags: ["REACH-108"],
}, () => {
  expect(reminded(at(MONDAY, 10), { until: SATURDAY, reason: null })).toEqual(at(SATURDAY, 9, 10))
  expect(reminded(at(MONDAY, 10), { until: null, reason: null })).toBeNull()
})
