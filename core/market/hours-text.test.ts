import { expect, it } from "vitest"
import { minuteText } from "#core/calendar/calendar-text.ts"
import { closingChoices, openingChoices, prepText, spansText } from "./hours-text.ts"

it("says a day's hours shortly, with every half of the day that is needed", { tags: ["CAL-20"] }, () => {
  const said = (...spans: [number, number][]) =>
    spansText(spans.map(([opens, closes]) => ({ opens, closes })))
  expect(said()).toBe("Closed")
  expect(said([0, 1_440])).toBe("All day")
  expect(said([480, 660])).toBe("8–11 am")
  expect(said([480, 780], [900, 1_140])).toBe("8 am–1 pm, 3–7 pm")
  expect(said([480, 720], [1_200, 1_440])).toBe("8 am–noon, 8 pm–midnight")
  expect(said([1_260, 1_200])).toBe("9 pm–8 pm")
  expect([0, 15, 750, 1_439, 1_440].map(minuteText)).toEqual([
    "midnight",
    "12:15 am",
    "12:30 pm",
    "11:59 pm",
    "midnight",
  ])
})

it("offers half hours, and the minute that is chosen already", { tags: ["CAL-20"] }, () => {
  expect(openingChoices()[0]).toEqual({ value: "0", label: "midnight" })
  expect(openingChoices()).toHaveLength(48)
  expect(closingChoices().at(-1)).toEqual({ value: "1440", label: "midnight" })
  expect(openingChoices(495).slice(16, 18)).toEqual([
    { value: "480", label: "8 am" },
    { value: "495", label: "8:15 am" },
  ])
})

it("says preparation in minutes, and in hours from two on", { tags: ["CAL-23"] }, () => {
  expect([0, 45, 90, 120, 1_440].map(prepText)).toEqual([
    "No time at all",
    "45 minutes",
    "90 minutes",
    "2 hours",
    "24 hours",
  ])
})
