import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DAY_MINUTES, DAY_MS, HOUR_MS } from "#core/durations.ts"
import { ZERO } from "../money.ts"
import { type Calendar, hoursTexts, type Span, spansOn, spansProblem, weekOf } from "./calendar.ts"
import { openStateText, takesNoOrdersText, windowText } from "./calendar-text.ts"
import { marketWhen } from "./market-when.ts"
import { openState, readyFrom, readyOnceOpen, takesOrders } from "./open-state.ts"
import type { TakingOrders } from "./taking-orders.ts"
import { findWindow, WINDOW_HOURS, windowsOf } from "./windows.ts"
import { addDays, clockAt, instantOf, weekdayOf } from "./zoned-time.ts"

/** All time zones of the fifty states, including those without daylight saving time. */
const ZONES = [
  "America/New_York",
  "America/Detroit",
  "America/Indiana/Indianapolis",
  "America/Kentucky/Louisville",
  "America/Chicago",
  "America/Denver",
  "America/Boise",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "America/Adak",
  "Pacific/Honolulu",
]
/** Around both clock changes of 2026, March 8 and November 1, and two ordinary weeks. */
const BEGINNINGS = ["2026-03-04", "2026-10-28", "2026-06-10", "2026-12-28"].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
)

const open = (opens: number, closes: number): Span => ({ opens: opens * 60, closes: closes * 60 })
const NINE_TO_FIVE: Calendar = {
  week: [...Array(5).fill([open(9, 17)]), [open(8, 12)], []],
  dates: {},
  pause: null,
  prepMinutes: 60,
}
const FREE: TakingOrders = {
  pickupPlaces: 1,
  deliveryPlaces: 1,
  offersDelivery: true,
  deliveryRadiusMiles: 25,
  pickupMinimumCents: ZERO,
  deliveryMinimumCents: ZERO,
  hasOwnDeliverer: null,
}
const FRIDAYS_FROM_NINE: Calendar = {
  ...NINE_TO_FIVE,
  week: [[], [], [], [], [{ opens: 540, closes: 0 }], [], []],
  prepMinutes: 0,
}
const WEDNESDAYS_FROM_MIDNIGHT: Calendar = {
  ...NINE_TO_FIVE,
  week: [[], [], [{ opens: 0, closes: 120 }], [], [], [], []],
  prepMinutes: 0,
}
const NEW_YORK = "America/New_York"
/** A Tuesday in New York. */
const at = (time: string) =>
  instantOf("2026-11-24", Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), NEW_YORK)

const aSpan = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 48 }))
  .map(([from, to]) => ({ opens: from * 30, closes: to * 30 }))
const aDay = fc
  .array(aSpan, { maxLength: 3 })
  .map((spans) => spans.sort((a, b) => a.opens - b.opens))
  .filter((spans) => spansProblem(spans) === null)
const aCalendar: fc.Arbitrary<Calendar> = fc.record({
  week: fc.array(aDay, { minLength: 7, maxLength: 7 }),
  dates: fc.constant({}),
  pause: fc.constant(null),
  prepMinutes: fc.constantFrom(0, 30, 60, 90, 240),
})
const aMoment = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.integer({ min: 0, max: 10 * 24 * 60 }))
  .map(([from, minutes]) => new Date(from + minutes * 60_000))
const aZone = fc.constantFrom(...ZONES)

/** The rule in another form: is the market's own clock inside a span of today's, or of one that began yesterday? */
function isOpenByTheClock(calendar: Calendar, instant: Date, timeZone: string): boolean {
  const { date, minutes } = clockAt(instant, timeZone)
  const yesterday = addDays(date, -1)
  return (
    spansOn(calendar, date, weekdayOf(date)).some(({ opens, closes }) =>
      closes <= opens ? minutes >= opens : minutes >= opens && minutes < closes,
    ) ||
    spansOn(calendar, yesterday, weekdayOf(yesterday)).some(
      ({ opens, closes }) => closes <= opens && minutes < closes,
    )
  )
}

/** The hours around a clock change, in which the two versions may differ by design. */
const isTurning = (instant: Date, timeZone: string) =>
  [-4, -3, -2, -1, 0, 1, 2, 3, 4].some((hours) => {
    const there = new Date(instant.getTime() + hours * HOUR_MS)
    const next = new Date(there.getTime() + HOUR_MS)
    const shown = clockAt(next, timeZone).minutes - clockAt(there, timeZone).minutes
    return shown !== 60 && shown !== 60 - DAY_MINUTES
  })

describe("the clock of a time zone", { tags: ["CAL-1"] }, () => {
  it("shows at an instant what the instant was made of, but for the hour that a spring leaves out", () => {
    fc.assert(
      fc.property(aZone, aMoment, fc.integer({ min: 0, max: 1439 }), (zone, moment, minutes) => {
        const { date } = clockAt(moment, zone)
        const shown = clockAt(instantOf(date, minutes, zone), zone)
        const isLeftOut = shown.minutes === minutes + 60
        expect([shown.date, isLeftOut || shown.minutes === minutes]).toEqual([date, true])
      }),
    )
  })

  it("leaves out 2 am on the second Sunday of March, and has 1 am twice on the first of November", () => {
    expect(instantOf("2026-03-08", 150, NEW_YORK).toISOString()).toBe("2026-03-08T07:30:00.000Z")
    expect(instantOf("2026-11-01", 90, NEW_YORK).toISOString()).toBe("2026-11-01T05:30:00.000Z")
    expect(
      instantOf("2026-11-01", 1440, NEW_YORK).getTime() - instantOf("2026-11-01", 0, NEW_YORK).getTime(),
    ).toBe(25 * HOUR_MS)
    expect(instantOf("2026-03-08", 150, "America/Phoenix").toISOString()).toBe("2026-03-08T09:30:00.000Z")
  })
})

describe("whether a market is open", { tags: ["CAL-1"] }, () => {
  it("is what its own clock says, in every zone, all year", () => {
    fc.assert(
      fc.property(aCalendar, aMoment, aZone, (calendar, now, zone) => {
        if (isTurning(now, zone)) return
        const isOpen = openState(calendar, now, zone).state === "open"
        expect(isOpen).toBe(isOpenByTheClock(calendar, now, zone))
      }),
      { numRuns: 400 },
    )
  })

  it("is true until the moment that it names, and a closed one opens at the moment that it names", () => {
    fc.assert(
      fc.property(aCalendar, aMoment, aZone, (calendar, now, zone) => {
        const state = openState(calendar, now, zone)
        if (state.state === "paused") return
        const change = state.state === "open" ? state.until : state.opens
        if (!change) return
        const [before, after] = [new Date(change.getTime() - 60_000), change]
        if (before > now) expect(openState(calendar, before, zone).state).toBe(state.state)
        if (state.state === "closed") expect(openState(calendar, after, zone).state).toBe("open")
      }),
      { numRuns: 400 },
    )
  })

  it("is said in the market's own words", () => {
    const says = (time: string, calendar = NINE_TO_FIVE) =>
      openStateText(openState(calendar, at(time), NEW_YORK), at(time), NEW_YORK)
    expect(says("10:00")).toBe("Open until 5 pm")
    expect(says("07:00")).toBe("Opens 9 am")
    expect(says("18:00")).toBe("Opens Wed 9 am")
    expect(says("18:00", { ...NINE_TO_FIVE, dates: { "2026-11-25": [] } })).toBe("Opens Thu 9 am")
    expect(says("10:00", { ...NINE_TO_FIVE, dates: { "2026-11-24": [open(12, 14)] } })).toBe("Opens noon")
    const paused = { ...NINE_TO_FIVE, pause: { until: "2026-11-30", reason: "Away for the harvest." } }
    expect(says("10:00", paused)).toBe("Paused until Monday, November 30")
    expect(says("10:00", { ...NINE_TO_FIVE, pause: { until: null, reason: null } })).toBe("Paused")
    expect(says("10:00", { ...NINE_TO_FIVE, week: Array(7).fill([]) })).toBe("Closed")
    const onlyTuesdays = { ...NINE_TO_FIVE, week: [[], [open(9, 17)], [], [], [], [], []] }
    expect(says("18:00", onlyTuesdays)).toBe("Opens Tue, Dec 1, 9 am")
    const roundTheClock = { ...NINE_TO_FIVE, week: Array(7).fill([open(0, 24)]) }
    expect(says("10:00", roundTheClock)).toBe("Open")
    const evening = { ...NINE_TO_FIVE, week: Array(7).fill([open(18, 2)]) }
    expect(says("01:00", evening)).toBe("Open until 2 am")
  })

  it("looks past a closure longer than the week in which orders are taken", () => {
    const days = Array.from({ length: 19 }, (_, day) => addDays("2026-11-24", day))
    const away = { ...NINE_TO_FIVE, dates: Object.fromEntries(days.map((day) => [day, []])) }
    const state = openState(away, at("10:00"), NEW_YORK)
    expect(openStateText(state, at("10:00"), NEW_YORK)).toBe("Opens Mon, Dec 14, 9 am")
    expect(takesOrders(state, at("10:00"))).toBe(false)
    expect(takesNoOrdersText("Green Fields", state, at("10:00"), NEW_YORK)).toBe(
      "Green Fields is closed until Monday, December 14. You can order from a week before.",
    )
    const aWeekBefore = instantOf("2026-12-07", 10 * 60, NEW_YORK)
    expect(takesOrders(openState(away, aWeekBefore, NEW_YORK), aWeekBefore)).toBe(true)
    expect(windowsOf(away, "pickup", at("10:00"), NEW_YORK)).toEqual([])
  })

  it("ends a pause at midnight of its day", () => {
    const paused = { ...NINE_TO_FIVE, pause: { until: "2026-11-25", reason: null } }
    const midnight = instantOf("2026-11-25", 0, NEW_YORK)
    expect(openState(paused, new Date(midnight.getTime() - 1), NEW_YORK).state).toBe("paused")
    expect(openState(paused, midnight, NEW_YORK).state).toBe("closed")
  })
})

describe("the windows on offer", { tags: ["CAL-2"] }, () => {
  it("lie inside opening hours, are as long as they say, and none lies over another", () => {
    fc.assert(
      fc.property(
        aCalendar,
        aMoment,
        aZone,
        fc.constantFrom("pickup", "delivery"),
        (calendar, now, zone, kind) => {
          const windows = windowsOf(calendar, kind, now, zone)
          if (!takesOrders(openState(calendar, now, zone), now)) expect(windows).toEqual([])
          for (const [index, { startsAt, endsAt }] of windows.entries()) {
            expect(endsAt.getTime() - startsAt.getTime()).toBe(WINDOW_HOURS[kind] * HOUR_MS)
            expect(startsAt.getTime()).toBeGreaterThanOrEqual(now.getTime() + calendar.prepMinutes * 60_000)
            expect(startsAt.getTime()).toBeLessThanOrEqual(now.getTime() + 7 * DAY_MS)
            const before = windows[index - 1]
            if (before) expect(startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime())
            if (isTurning(startsAt, zone) || isTurning(endsAt, zone)) continue
            expect(isOpenByTheClock(calendar, startsAt, zone)).toBe(true)
            expect(isOpenByTheClock(calendar, new Date(endsAt.getTime() - 60_000), zone)).toBe(true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it("are the same for who looks later, but for those that are past", () => {
    fc.assert(
      fc.property(
        aCalendar,
        aMoment,
        aZone,
        fc.integer({ min: 1, max: 600 }),
        (calendar, now, zone, minutes) => {
          const later = new Date(now.getTime() + minutes * 60_000)
          const seen = new Set(
            windowsOf(calendar, "delivery", now, zone).map(({ startsAt }) => startsAt.getTime()),
          )
          const horizon = now.getTime() + 7 * DAY_MS
          for (const { startsAt } of windowsOf(calendar, "delivery", later, zone))
            if (startsAt.getTime() < horizon) expect(seen.has(startsAt.getTime())).toBe(true)
        },
      ),
      {
        numRuns: 200,
        examples: [
          // A window that begins seven days from now, to the minute.
          [FRIDAYS_FROM_NINE, new Date("2026-03-06T13:00:00Z"), NEW_YORK, 1],
          // A window on the eighth date, since an hour of the seven days is skipped.
          [WEDNESDAYS_FROM_MIDNIGHT, new Date("2026-03-04T06:01:00Z"), "America/Denver", 59],
        ],
      },
    )
  })

  it("begin after the preparation time, of which only opening hours count", () => {
    const first = (time: string) => {
      const [window] = windowsOf(NINE_TO_FIVE, "pickup", at(time), NEW_YORK)
      return window && windowText(window, at(time), NEW_YORK)
    }
    expect(first("10:15")).toBe("Today, noon–1 pm")
    expect(first("07:00")).toBe("Today, 10–11 am")
    expect(first("16:30")).toBe("Tomorrow, 10–11 am")
    expect(first("20:00")).toBe("Tomorrow, 10–11 am")
    const [delivery] = windowsOf(NINE_TO_FIVE, "delivery", at("10:15"), NEW_YORK)
    expect(delivery && windowText(delivery, at("10:15"), NEW_YORK)).toBe("Today, 1–3 pm")
    expect(
      windowsOf({ ...NINE_TO_FIVE, pause: { until: null, reason: null } }, "pickup", at("10:15"), NEW_YORK),
    ).toEqual([])
  })

  it("name the time that a closed market takes orders for", () => {
    const says = (time: string, isFull = (_startsAt: Date) => false) => {
      const offered = (kind: "pickup" | "delivery") =>
        windowsOf(NINE_TO_FIVE, kind, at(time), NEW_YORK, {
          limit: 1,
          taken: (startsAt) => Number(isFull(startsAt)),
        })
      const calendar = { calendar: NINE_TO_FIVE, taking: FREE, timeZone: NEW_YORK }
      const windows = { pickup: offered("pickup"), delivery: offered("delivery") }
      return marketWhen({ name: "Green Fields", calendar }, windows, at(time)).orderFor
    }
    expect(says("07:00")).toBe("Order now for 10 am")
    expect(says("07:00", (startsAt) => startsAt < at("13:00"))).toBe("Order now for 1 pm")
    expect(says("18:00")).toBe("Order now for tomorrow")
    expect(says("10:00")).toBeNull()
  })

  it("read from another moment, count their days from there", () => {
    const [now, yesterday] = [at("07:00"), new Date(at("07:00").getTime() - 24 * 3_600_000)]
    const calendar = { calendar: NINE_TO_FIVE, taking: FREE, timeZone: NEW_YORK }
    const windows = { pickup: windowsOf(NINE_TO_FIVE, "pickup", now, NEW_YORK), delivery: [] }
    const read = (readAt?: Date) => marketWhen({ name: "Green Fields", calendar }, windows, now, readAt)
    expect(read()).toMatchObject({ nextPickup: "Today, 10–11 am", orderFor: "Order now for 10 am" })
    expect(read(yesterday)).toMatchObject({
      nextPickup: "Tomorrow, 10–11 am",
      orderFor: "Order now for tomorrow",
      openText: expect.stringMatching(/^Opens [A-Z][a-z]{2} 9 am$/),
    })
  })

  it("say which are full, and are found by their beginning", () => {
    const noon = at("12:00")
    const places = { limit: 2, taken: (startsAt: Date) => (startsAt.getTime() === noon.getTime() ? 2 : 1) }
    const windows = windowsOf(NINE_TO_FIVE, "pickup", at("10:15"), NEW_YORK, places)
    expect(windows.filter(({ isFull }) => isFull).map(({ startsAt }) => startsAt)).toEqual([noon])
    const found = { now: at("10:15"), timeZone: NEW_YORK }
    expect(findWindow(NINE_TO_FIVE, "pickup", noon, found)?.startsAt).toEqual(noon)
    expect(findWindow(NINE_TO_FIVE, "pickup", at("12:30"), found)).toBeUndefined()
    expect(findWindow(NINE_TO_FIVE, "pickup", at("11:00"), found)).toBeUndefined()
  })
})

describe("the clock of an order", { tags: ["CAL-3"] }, () => {
  it("is ready after as many opening hours as the preparation takes", () => {
    const ready = (time: string, prepMinutes: number) =>
      readyFrom({ ...NINE_TO_FIVE, prepMinutes }, at(time), NEW_YORK)
    expect(ready("16:30", 60)).toEqual(instantOf("2026-11-25", 9.5 * 60, NEW_YORK))
    expect(ready("16:00", 60)).toEqual(at("17:00"))
    expect(ready("12:00", 24 * 60)).toEqual(instantOf("2026-11-27", 12 * 60, NEW_YORK))
    // More preparation time than the week has opening hours: ready at the end of the week.
    expect(ready("12:00", 7 * 24 * 60)).toEqual(instantOf("2026-12-01", 17 * 60, NEW_YORK))
  })

  it("starts at once while the market is open, else at the next opening and the preparation time", () => {
    const ready = (time: string) => readyOnceOpen({ calendar: NINE_TO_FIVE, timeZone: NEW_YORK }, at(time))
    expect(ready("10:00")).toBeNull()
    expect(ready("07:00")).toEqual(at("10:00"))
    expect(ready("18:00")).toEqual(instantOf("2026-11-25", 600, NEW_YORK))
  })
})

describe("the specification's three texts", { tags: ["CAL-4"] }, () => {
  it("become a week, and a week becomes them again", () => {
    const texts = { weekdayHours: "8am-7pm", saturdayHours: "9am-12am", sundayHours: "Closed" }
    expect(weekOf(texts)).toEqual([...Array(5).fill([open(8, 19)]), [open(9, 24)], []])
    expect(hoursTexts(weekOf(texts))).toEqual(texts)
    fc.assert(
      fc.property(fc.array(aDay, { minLength: 7, maxLength: 7 }), (week) => {
        const same = week.map((_, day) => week[day < 5 ? 0 : day] ?? [])
        const ends = (spans: readonly Span[]) =>
          spans.map(({ opens, closes }) => ({ opens, closes: closes || DAY_MINUTES }))
        expect(weekOf(hoursTexts(same))).toEqual(same.map(ends))
      }),
    )
  })

  it("name the weekdays that differ, and both parts of a day with a break", () => {
    const week = weekOf({ weekdayHours: "8am-7pm", saturdayHours: "7am-5pm", sundayHours: "Closed" })
    const changed = week.map((spans, day) =>
      day === 3 ? [open(8, 13), { opens: 930, closes: 1140 }] : spans,
    )
    expect(hoursTexts(changed)).toEqual({
      weekdayHours: "8am-7pm, Thu 8am-1pm and 3:30pm-7pm",
      saturdayHours: "7am-5pm",
      sundayHours: "Closed",
    })
  })

  it("that say no hours keep nobody from ordering", () => {
    const [monday] = weekOf({
      weekdayHours: "by appointment",
      saturdayHours: "Closed",
      sundayHours: "Closed",
    })
    expect(monday).toEqual([open(0, 24)])
  })
})

describe("the hours of a day", { tags: ["CAL-4"] }, () => {
  it("stand in order, do not meet, and only the last may run past midnight", () => {
    expect(spansProblem([open(8, 13), open(15, 19)])).toBeNull()
    expect(spansProblem([open(18, 2)])).toBeNull()
    expect(spansProblem([open(8, 8)])).toMatch(/differs/)
    expect(spansProblem([open(8, 13), open(13, 19)])).toMatch(/meet/)
    expect(spansProblem([open(18, 2), open(20, 22)])).toMatch(/last hours/)
  })
})
