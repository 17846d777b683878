import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { cents } from "#core/money.ts"
import { marketCalendars, marketDates, markets, marketWindows, orders } from "#db/schema/index.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { sentSpans, specialDayInput, weekHoursInput } from "./calendar-inputs.ts"
import { pauseMarket, resumeMarket } from "./pause-market.server.ts"
import { removeSpecialDay, saveSpecialDay } from "./save-special-day.server.ts"
import { saveWeekHours } from "./save-week-hours.server.ts"
import { updateOrderRules } from "./update-order-rules.server.ts"
import { viewOwnCalendar } from "./view-own-calendar.server.ts"

const database = useDatabase({ zips: true, connections: 4 })
const db = () => database.db
/** A Friday, 7 am in New York. */
const clock = testClock(new Date("2026-11-20T12:00:00Z"))

const MORNING = { opens: 8 * 60, closes: 13 * 60 }
const AFTERNOON = { opens: 15 * 60, closes: 19 * 60 }
const [MONDAY, TUESDAY, SATURDAY] = [0, 1, 5] as const

async function aSeller() {
  const market = await aMarket(db(), { name: "Apple Row" })
  return { market, ctx: ctxFor(database, market.actor, { now: clock.now }) }
}
const rowOf = async (id: string) => (await db().select().from(markets).where(eq(markets.id, id)))[0]!
const calendarRows = (id: string) =>
  db().select().from(marketCalendars).where(eq(marketCalendars.marketId, id))
const datesOf = (id: string) => db().select().from(marketDates).where(eq(marketDates.marketId, id))

/** An open order for pickup in the hour that begins at `startsAt`. */
async function anOrderAt(market: Awaited<ReturnType<typeof aMarket>>, startsAt: string) {
  const product = await aProduct(db(), market)
  const customer = await aCustomer(db())
  const from = new Date(startsAt)
  const window = { startsAt: from, endsAt: new Date(from.getTime() + 3_600_000) }
  return anOrder(db(), { customer, market, product, window })
}

describe("the hours of a week", () => {
  it("are written for the days that were said, and the three texts with them", {
    tags: ["CAL-4", "CAL-20"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await saveWeekHours(ctx, { days: [MONDAY, TUESDAY], spans: [MORNING, AFTERNOON] })
    await saveWeekHours(ctx, { days: [SATURDAY], spans: [] })
    expect(await rowOf(market.id)).toMatchObject({
      weekdayHours: "9am-5pm, Mon 8am-1pm and 3pm-7pm, Tue 8am-1pm and 3pm-7pm",
      saturdayHours: "Closed",
      sundayHours: "Closed",
    })
    const own = await readCalendar(db(), market.id)
    expect(own?.calendar.week[MONDAY]).toEqual([MORNING, AFTERNOON])
    expect(own?.calendar.week[2]).toEqual([{ opens: 540, closes: 1_020 }])
    expect(own?.calendar.week[SATURDAY]).toEqual([])
  })

  it("keep what another tab wrote of another day at the same time", { tags: ["CAL-20"] }, async () => {
    const { market, ctx } = await aSeller()
    await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map((day) => saveWeekHours(ctx, { days: [day], spans: [MORNING] })),
    )
    const own = await readCalendar(db(), market.id)
    expect(own?.calendar.week).toEqual(Array(7).fill([MORNING]))
    expect((await rowOf(market.id)).weekdayHours).toBe("8am-1pm")
  })

  it("leave an order its time, and count it", { tags: ["CAL-21"] }, async () => {
    const { market, ctx } = await aSeller()
    const order = await anOrderAt(market, "2026-11-23T15:00:00Z")
    expect(await saveWeekHours(ctx, { days: [TUESDAY], spans: [] })).toBe(0)
    expect(await saveWeekHours(ctx, { days: [MONDAY], spans: [] })).toBe(1)
    expect(await saveWeekHours(ctx, { days: [MONDAY], spans: [] })).toBe(0)
    const [kept] = await db().select().from(orders).where(eq(orders.id, order.id))
    expect(kept!.windowStartsAt).toEqual(new Date("2026-11-23T15:00:00Z"))
  })
})

describe("the hours that a form sends", () => {
  const sent = (spans: unknown[], isOpen = true) =>
    weekHoursInput.safeParse({ day: "0", isOpen: isOpen ? "on" : undefined, spans })
  const problems = (result: ReturnType<typeof sent>) =>
    result.error?.issues.map(({ path, message }) => [path.join("."), message])

  it("may come in any order, past midnight, and with empty rows", { tags: ["CAL-20"] }, () => {
    const { data } = sent([{ opens: "900", closes: "120" }, {}, { opens: "480", closes: "780" }])
    expect(sentSpans(data!)).toEqual([MORNING, { opens: 900, closes: 120 }])
  })

  it("do not count where the day is closed, whatever stands in them", { tags: ["CAL-20"] }, () => {
    const { data } = sent([{ opens: "900" }], false)
    expect(sentSpans(data!)).toEqual([])
  })

  it.each([
    [[{}], "spans", "Choose your hours, or say that you are closed."],
    [[{ opens: "480" }], "spans.0.closes", "Choose when you close."],
    [[{ closes: "480" }], "spans.0.opens", "Choose when you open."],
    [[{ opens: "480", closes: "480" }], "spans", "Choose a closing time that differs from the opening time."],
    [
      [
        { opens: "1200", closes: "120" },
        { opens: "1320", closes: "1380" },
      ],
      "spans",
      "Only the last hours of a day can run past midnight.",
    ],
    [
      [
        { opens: "480", closes: "780" },
        { opens: "780", closes: "900" },
      ],
      "spans",
      "These hours meet the ones before them. Make them one, or leave a gap.",
    ],
  ])("say at their place what is wrong: %j", { tags: ["CAL-20"] }, (spans, path, message) => {
    expect(problems(sent(spans))).toEqual([[path, message]])
  })

  it("are times of a clock", { tags: ["CAL-20"] }, () => {
    for (const opens of ["-1", "1441", "8.5", "noon"])
      expect(sent([{ opens, closes: "780" }]).success).toBe(false)
    expect(specialDayInput.safeParse({ date: "2026-02-30" }).success).toBe(false)
  })
})

describe("a special day", () => {
  it("wins over the week until it is removed; said twice it stands once", { tags: ["CAL-21"] }, async () => {
    const { market, ctx } = await aSeller()
    const day = { date: "2026-11-26", spans: [], note: "Thanksgiving" }
    await Promise.all([saveSpecialDay(ctx, day), saveSpecialDay(ctx, day)])
    await saveSpecialDay(ctx, { ...day, spans: [MORNING] })
    expect(await datesOf(market.id)).toMatchObject([{ spans: [MORNING], note: "Thanksgiving" }])
    expect((await viewOwnCalendar(ctx)).specialDays).toEqual([
      { date: "2026-11-26", spans: [MORNING], note: "Thanksgiving", orderCount: 0 },
    ])
    await removeSpecialDay(ctx, "2026-11-26")
    await removeSpecialDay(ctx, "2026-11-26")
    expect(await datesOf(market.id)).toEqual([])
  })

  it("that is new overwrites none, and added twice it stands once", { tags: ["CAL-21"] }, async () => {
    const { market, ctx } = await aSeller()
    const day = { date: "2026-11-26", spans: [MORNING], note: "Thanksgiving" }
    const add = (other = {}) => saveSpecialDay(ctx, { ...day, ...other }, { isNew: true })
    await Promise.all([add(), add()])
    for (const other of [{ note: null }, { spans: [] }, { spans: [AFTERNOON] }])
      await expect(add(other)).rejects.toMatchObject({ code: "invalid", field: "date" })
    expect(await datesOf(market.id)).toMatchObject([day])
  })

  it("is not over, by the market's own clock, and within a year", { tags: ["CAL-21"] }, async () => {
    const { market, ctx } = await aSeller()
    const day = (date: string) => ({ date, spans: [], note: null })
    // It is still the 20th in New York, but already the 21st in London.
    const late = ctxFor(database, market.actor, { now: () => new Date("2026-11-21T02:00:00Z") })
    await saveSpecialDay(late, day("2026-11-20"))
    for (const date of ["2026-11-19", "2028-01-01"])
      await expect(saveSpecialDay(ctx, day(date))).rejects.toMatchObject({ code: "invalid", field: "date" })
    expect(await datesOf(market.id)).toHaveLength(1)
    const next = ctxFor(database, market.actor, { now: () => new Date("2026-11-24T02:00:00Z") })
    expect((await viewOwnCalendar(next)).specialDays).toEqual([])
    await saveSpecialDay(next, day("2026-11-26"))
    expect((await datesOf(market.id)).map(({ date }) => date)).toEqual(["2026-11-26"])
  })

  it("leaves orders their times and says how many there are", { tags: ["CAL-21"] }, async () => {
    const { market, ctx } = await aSeller()
    await anOrderAt(market, "2026-11-23T15:00:00Z")
    await anOrderAt(market, "2026-11-23T20:00:00Z")
    await anOrderAt(market, "2026-11-24T15:00:00Z")
    const closing = { date: "2026-11-23", spans: [], note: null }
    expect(await saveSpecialDay(ctx, { ...closing, spans: [MORNING] })).toBe(1)
    expect(await saveSpecialDay(ctx, closing)).toBe(1)
    expect((await viewOwnCalendar(ctx)).specialDays[0]).toMatchObject({ orderCount: 2 })
  })
})

describe("a pause", () => {
  it("begins at once, counts the orders that stay, and ends when the seller says so", {
    tags: ["CAL-7", "CAL-22"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await anOrderAt(market, "2026-11-23T15:00:00Z")
    await anOrderAt(market, "2026-11-25T15:00:00Z")
    await pauseMarket(ctx, { until: "2026-11-24", reason: "Away for the harvest" })
    const paused = await viewOwnCalendar(ctx)
    expect(paused).toMatchObject({
      pause: { until: "2026-11-24", reason: "Away for the harvest" },
      pausedOrderCount: 1,
      when: { state: "paused", openText: "Paused until Tuesday, November 24" },
    })
    await pauseMarket(ctx, { until: null, reason: null })
    expect(await viewOwnCalendar(ctx)).toMatchObject({ pausedOrderCount: 2, when: { openText: "Paused" } })
    await Promise.all([resumeMarket(ctx), resumeMarket(ctx)])
    expect(await viewOwnCalendar(ctx)).toMatchObject({ pause: null, when: { state: "closed" } })
  })

  it("ends on a day to come", { tags: ["CAL-22"] }, async () => {
    const { market, ctx } = await aSeller()
    for (const until of ["2026-11-20", "2026-11-01"])
      await expect(pauseMarket(ctx, { until, reason: null })).rejects.toMatchObject({
        code: "invalid",
        field: "until",
      })
    expect(await calendarRows(market.id)).toEqual([])
  })
})

describe("what a market asks of orders", () => {
  it("is written and nothing else; places above a lowered limit stay taken", {
    tags: ["CAL-23"],
  }, async () => {
    const { market, ctx } = await aSeller()
    const startsAt = new Date("2026-11-20T15:00:00Z")
    await db().insert(marketWindows).values({ marketId: market.id, fulfilment: "pickup", startsAt, taken: 3 })
    await Promise.all([
      updateOrderRules(ctx, { pickupPlaces: 2, pickupMinimumCents: cents(1_500) }),
      updateOrderRules(ctx, { prepMinutes: 30 }),
      updateOrderRules(ctx, { offersDelivery: false }),
      updateOrderRules(ctx, { hasOwnDeliverer: true }),
    ])
    expect(await calendarRows(market.id)).toMatchObject([
      {
        pickupPlaces: 2,
        deliveryPlaces: null,
        pickupMinimumCents: 1_500,
        deliveryMinimumCents: 0,
        prepMinutes: 30,
        offersDelivery: false,
        hasOwnDeliverer: true,
        deliveryRadiusMiles: 25,
      },
    ])
    const { windows } = await viewOwnCalendar(ctx)
    expect(windows.delivery).toEqual([])
    expect(windows.pickup).toContainEqual({ text: "Today, 10–11 am", taken: 3, limit: 2 })
  })
})

it("is the seller's own: nothing of another market is changed or shown", { tags: ["CAL-20"] }, async () => {
  const { market, ctx } = await aSeller()
  const other = await aSeller()
  await saveSpecialDay(ctx, { date: "2026-11-26", spans: [], note: "Thanksgiving" })
  await removeSpecialDay(other.ctx, "2026-11-26")
  await pauseMarket(other.ctx, { until: null, reason: null })
  expect(await datesOf(market.id)).toHaveLength(1)
  expect(await viewOwnCalendar(ctx)).toMatchObject({ pause: null })
  expect((await viewOwnCalendar(other.ctx)).specialDays).toEqual([])
  const nobody = ctxFor(database, (await aCustomer(db())).actor, { now: clock.now }) as never
  await expect(saveWeekHours(nobody, { days: [0], spans: [] })).rejects.toMatchObject({ code: "not_found" })
  await expect(viewOwnCalendar(nobody)).rejects.toMatchObject({ code: "not_found" })
})
