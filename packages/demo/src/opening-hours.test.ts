import { expect, it } from "vitest"
import { weekOf } from "../../../core/calendar/calendar.ts"
import { clockAt } from "../../../core/calendar/zoned-time.ts"
import { HOUR_MS } from "../../../core/durations.ts"
import { lastOpenMoment } from "./opening-hours.ts"

const timeZone = "America/New_York"
const week = weekOf({ weekdayHours: "10am-9pm", saturdayHours: "10am-10pm", sundayHours: "Closed" })
const calendar = { week, dates: new Map(), pause: null, prepMinutes: 45 }

it("what was done at a market was done while it was open, whatever the hour at which the demo is made", {
  tags: ["DEMO-107"],
}, () => {
  // Two weeks around the end of daylight saving time on November 1.
  for (let hour = 0; hour < 14 * 24; hour++) {
    const latest = new Date(Date.UTC(2026, 9, 25, hour, 30))
    const from = lastOpenMoment({ calendar, timeZone } as never, latest, 100)
    expect(from <= latest).toBe(true)
    expect(latest.getTime() - from.getTime()).toBeLessThan(42 * HOUR_MS)
    const [start, end] = [from, new Date(from.getTime() + 100 * 60_000)].map((at) => clockAt(at, timeZone))
    expect(start!.date).toBe(end!.date)
    expect(start!.minutes).toBeGreaterThanOrEqual(10 * 60)
    expect(end!.minutes).toBeLessThanOrEqual(22 * 60)
    expect(new Date(`${start!.date}T12:00:00Z`).getUTCDay(), start!.date).not.toBe(0)
  }
})

it("what was done an hour ago at an open market was done then", { tags: ["DEMO-107"] }, () => {
  const noon = new Date("2026-10-27T16:00:00Z")
  expect(lastOpenMoment({ calendar, timeZone } as never, noon, 100)).toEqual(noon)
})
