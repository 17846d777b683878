import { describe, expect, it } from "vitest"
import { isPlausible, type Position } from "./plausible-position.ts"

const TEN = new Date("2026-11-24T10:00:00Z")
const at = (facts: Partial<Position> & { after?: number } = {}): Position => {
  const { after = 0, ...position } = facts
  const recordedAt = new Date(TEN.getTime() + after * 1_000)
  return { lat: 40.75, lng: -74, accuracyMeters: 10, recordedAt, ...position }
}

describe("a courier's position", { tags: ["DELIV-31"] }, () => {
  it("is believed where nothing speaks against it", () => {
    expect(isPlausible(at(), null)).toBe(true)
    expect(isPlausible(at({ accuracyMeters: 1_000 }), null)).toBe(true)
    // A mile in half a minute is 120 mph.
    expect(isPlausible(at({ lat: 40.7644, after: 30 }), at())).toBe(true)
    // Two positions at the same moment, within the accuracy of both.
    expect(isPlausible(at({ lat: 40.7501 }), at())).toBe(true)
  })

  it.each([
    ["a pole", at({ lat: 90 }), null],
    ["the other pole", at({ lat: -90, lng: 180 }), null],
    ["a guess", at({ accuracyMeters: 1_001 }), null],
    ["London a second later", at({ lat: 51.5, lng: -0.12, after: 1 }), at()],
    ["a mile in twenty seconds", at({ lat: 40.7645, after: 20 }), at()],
    ["two places at once", at({ lat: 40.76 }), at()],
  ])("is not believed: %s", (_what, position, last) => expect(isPlausible(position, last)).toBe(false))
})
