import { describe, expect, it } from "vitest"
import { inForceFrom } from "./terms.ts"

const from = (day: string, announcedAt: string) => inForceFrom(day, new Date(announcedAt)).toISOString()

describe("the day of the second terms", { tags: ["REACH-3"] }, () => {
  it("is the one that is set, where it is 30 days or more after the announcement", () => {
    expect(from("2027-01-15", "2026-11-25T17:00:00Z")).toBe("2027-01-15T08:00:00.000Z")
    expect(from("2027-01-15", "2026-12-16T08:00:00Z")).toBe("2027-01-15T08:00:00.000Z")
  })

  it("is the first one that is 30 days after the announcement, where the one that is set is nearer or past", () => {
    expect(from("2027-01-15", "2026-12-16T08:00:01Z")).toBe("2027-01-16T08:00:00.000Z")
    expect(from("2020-01-01", "2026-11-25T17:00:00Z")).toBe("2026-12-26T08:00:00.000Z")
  })
})
