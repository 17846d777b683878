import { expect, it } from "vitest"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { dueText, inSentence, isLate, timeLeftText } from "./due-text.ts"

const ZONE = "America/New_York"
const now = new Date("2026-06-13T14:06:00Z")
const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

const order = (due: Partial<Parameters<typeof dueText>[0]>) => ({
  fulfilment: "pickup" as const,
  status: "pending" as const,
  windowStartsAt: null,
  windowEndsAt: null,
  clockStartsAt: null,
  dueAt: now,
  ...due,
})
const window = (startsAt: Date) =>
  order({ dueAt: startsAt, windowStartsAt: startsAt, windowEndsAt: new Date(startsAt.getTime() + HOUR_MS) })

it("says when an order is due, with the day unless it is today", { tags: ["SALE-20"] }, () => {
  expect(dueText(window(new Date("2026-06-13T14:00:00Z")), now, ZONE)).toBe("10–11 am")
  expect(dueText(window(new Date("2026-06-14T15:00:00Z")), now, ZONE)).toBe("Tomorrow, 11 am–noon")
  expect(["Tomorrow, 9 am", "10–11 am", "Sat, Nov 28, 9 am", "As soon as possible"].map(inSentence)).toEqual([
    "tomorrow, 9 am",
    "10–11 am",
    "Sat, Nov 28, 9 am",
    "as soon as possible",
  ])
  expect(dueText(window(new Date("2026-06-20T14:00:00Z")), now, ZONE)).toBe("Sat, Jun 20, 10–11 am")
  expect(dueText(order({ dueAt: at(58) }), now, ZONE)).toBe("11:04 am")
})

it("says how long is left or how late it is, until the order is ready", { tags: ["SALE-20"] }, () => {
  expect(
    [54, 114, 120, 60 * 26, 60 * 50].map((minutes) => timeLeftText(order({ dueAt: at(minutes) }), now)),
  ).toEqual(["in 54 min", "in 1 h 54 min", "in 2 h", "in 1 day", "in 2 days"])
  expect(timeLeftText(order({ dueAt: at(0) }), now)).toBe("now")
  expect(timeLeftText(order({ dueAt: at(-6) }), now)).toBe("6 min late")
  expect(timeLeftText(order({ dueAt: at(-6), status: "ready to pick up" }), now)).toBeNull()
  expect(isLate(order({ dueAt: at(-6) }), now)).toBe(true)
  expect(isLate(order({ dueAt: at(-6), status: "ready to pick up" }), now)).toBe(false)
  expect(isLate(order({ dueAt: at(6) }), now)).toBe(false)
})
