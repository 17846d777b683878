import { expect, it } from "vitest"
import { previewTimes } from "./preview-times.ts"

it("looks at tonight, tomorrow morning and Sunday by the market's own clock", { tags: ["CAL-24"] }, () => {
  const times = (now: string) =>
    previewTimes(new Date(now), "America/New_York").map(({ label, at }) => [label, at.toISOString()])
  // A Friday morning in winter.
  expect(times("2026-11-20T12:00:00Z")).toEqual([
    ["Tonight at 10 pm", "2026-11-21T03:00:00.000Z"],
    ["Tomorrow at 8 am", "2026-11-21T13:00:00.000Z"],
    ["Sunday at noon", "2026-11-22T17:00:00.000Z"],
  ])
  // A Sunday night: the evening is over, and the next Sunday follows.
  expect(times("2026-11-23T03:30:00Z")).toEqual([
    ["Tomorrow at 8 am", "2026-11-23T13:00:00.000Z"],
    ["Next Sunday at noon", "2026-11-29T17:00:00.000Z"],
  ])
})
