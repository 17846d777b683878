import { expect, it } from "vitest"
import { specialDaysText } from "./special-days.ts"

const day = (date: string, note: string | null = null) => ({ date, spans: [], note })

it("tells customers of the next three special days within a month, from the market's own today on", {
  tags: ["CAL-21"],
}, () => {
  // Still the 20th in New York.
  const now = new Date("2026-11-21T03:00:00Z")
  const days = [
    day("2026-12-24"),
    day("2026-12-05"),
    { date: "2026-11-26", spans: [{ opens: 480, closes: 780 }], note: "Thanksgiving" },
    day("2026-11-20", "Family"),
    day("2026-11-19"),
    day("2026-12-20"),
  ]
  expect(specialDaysText(days, now, "America/New_York")).toEqual([
    { day: "Friday, November 20", hours: "Closed, Family" },
    { day: "Thursday, November 26", hours: "8am-1pm, Thanksgiving" },
    { day: "Saturday, December 5", hours: "Closed" },
  ])
  expect(specialDaysText(days.slice(0, 2), now, "America/New_York")).toHaveLength(1)
})
