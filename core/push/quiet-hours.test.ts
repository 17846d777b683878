import { expect, it } from "vitest"
import { timeValue } from "#core/calendar/calendar.ts"
import { minutesUntilQuiet, quietHoursInput } from "./quiet-hours.ts"

const at = (hours: number, minutes = 0) => hours * 60 + minutes

it("knows for how long there may be messages, over midnight too", { tags: ["PUSH-4"] }, () => {
  const night = { fromMinutes: at(22), toMinutes: at(7) }
  expect(minutesUntilQuiet(null, at(3))).toBe(Number.POSITIVE_INFINITY)
  for (const now of [at(22), at(23, 59), 0, at(6, 59)])
    expect([now, minutesUntilQuiet(night, now)]).toEqual([now, 0])
  expect(minutesUntilQuiet(night, at(21, 59))).toBe(1)
  expect(minutesUntilQuiet(night, at(7))).toBe(15 * 60)
  const noon = { fromMinutes: at(12), toMinutes: at(13) }
  expect([minutesUntilQuiet(noon, at(11)), minutesUntilQuiet(noon, at(12, 30))]).toEqual([60, 0])
  expect(minutesUntilQuiet(noon, at(13))).toBe(23 * 60)
})

it("takes both times or none", { tags: ["PUSH-4"] }, () => {
  expect(quietHoursInput.parse({ from: "22:00", to: "07:30" })).toEqual({ from: at(22), to: at(7, 30) })
  expect(quietHoursInput.parse({})).toEqual({})
  for (const wrong of [
    { from: "22:00" },
    { to: "07:00" },
    { from: "07:00", to: "07:00" },
    { from: "25:00", to: "1" },
  ])
    expect([wrong, quietHoursInput.safeParse(wrong).success]).toEqual([wrong, false])
  expect(timeValue(at(7, 5))).toBe("07:05")
})
