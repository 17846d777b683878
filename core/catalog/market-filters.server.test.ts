import { describe, expect, it } from "vitest"
import { listed } from "#core/catalog/market-queries.server.ts"
import { markets } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { type MarketFilters, NO_FILTERS } from "./market-filters.ts"
import { searchMarkets } from "./search-markets.server.ts"

/** Wednesday noon in New York. */
const NOON = new Date("2026-11-25T17:00:00Z")
const PLACE = { lat: 42.5, lng: -76.5 }
/** A point about this many miles north of the location. */
const north = (miles: number) => ({ lat: PLACE.lat + miles / 69.2, lng: PLACE.lng })

describe("filters and sorting of markets near a place", () => {
  const database = useDatabase()
  const search = (filters: Partial<MarketFilters>, rest: object = {}) =>
    searchMarkets(ctxFor(database, { role: "anonymous" }, { now: () => NOON }), {
      near: PLACE,
      filters: { ...NO_FILTERS, ...filters },
      ...rest,
    })
  const names = async (filters: Partial<MarketFilters>, rest: object = {}) =>
    (await search(filters, rest)).markets.map(({ name }) => name)

  it("keeps what is open now, delivers here, has a pickup today and sells the category, each and together", {
    tags: ["HOME-18", "HOME-19"],
  }, async () => {
    const { db } = database
    const open = await aMarket(db, { name: "Open", ...north(1), weekdayHours: "8am-7pm" })
    await aProduct(db, open, { category: "Fruits" })
    await aProduct(db, open, { category: "Vegetables" })
    await aProduct(db, open, { category: "Meat", retiredAt: new Date() })
    // Opens in the afternoon: closed now, with a pickup today.
    await aMarket(db, { name: "Later", ...north(2), weekdayHours: "3pm-7pm" })
    await aMarket(db, { name: "Closed", ...north(3), weekdayHours: "Closed" })
    const pickupOnly = await aMarket(db, { name: "Pickup only", ...north(4), weekdayHours: "8am-7pm" })
    await aCalendar(db, pickupOnly, { week: null, offersDelivery: false })
    const near = await aMarket(db, { name: "Delivers near", ...north(5), weekdayHours: "8am-7pm" })
    await aCalendar(db, near, { week: null, deliveryRadiusMiles: 3 })
    const paused = await aMarket(db, { name: "Paused", ...north(6), weekdayHours: "8am-7pm" })
    await aCalendar(db, paused, { week: null, pausedAt: NOON })
    await aMarket(db, { name: "Too far", ...north(26), weekdayHours: "8am-7pm" })

    expect(await names({})).toEqual(["Open", "Later", "Closed", "Pickup only", "Delivers near", "Paused"])
    expect(await names({ openNow: true })).toEqual(["Open", "Pickup only", "Delivers near"])
    expect(await names({ delivers: true })).toEqual(["Open", "Later", "Closed", "Paused"])
    expect(await names({ pickupToday: true })).toEqual(["Open", "Later", "Pickup only", "Delivers near"])
    expect(await names({ category: "Fruits" })).toEqual(["Open"])
    expect(await names({ category: "Meat" })).toEqual([])
    expect(await names({ openNow: true, delivers: true, pickupToday: true, category: "Fruits" })).toEqual([
      "Open",
    ])

    const { markets: cards } = await search({})
    const facts = Object.fromEntries(cards.map((card) => [card.name, card]))
    expect(facts.Open).toMatchObject({
      openState: "open",
      openText: "Open until 7 pm",
      categories: ["Vegetables", "Fruits"],
      productCount: 2,
      deliveryFromCents: 399,
      nextPickup: "Today, 1–2 pm",
      photo: null,
    })
    expect(facts.Later).toMatchObject({ openState: "closed", openText: "Opens 3 pm" })
    expect(facts["Pickup only"]).toMatchObject({ deliveryFromCents: null, productCount: 0, categories: [] })
    // Five miles would cost the base fee for two plus three started miles, but the market delivers only within three.
    expect(facts["Delivers near"]?.deliveryFromCents).toBeNull()
    expect(facts.Paused).toMatchObject({ openState: "paused", deliveryFromCents: 699, nextPickup: null })
  })

  it("has no pickup today where every window of today is full", { tags: ["HOME-19"] }, async () => {
    const at = { near: { lat: 35, lng: -110 } }
    const market = await aMarket(database.db, { name: "One place", lat: 35, lng: -110, weekdayHours: "noon" })
    await aCalendar(database.db, market, {
      week: Array.from({ length: 7 }, () => [{ opens: 9 * 60, closes: 14 * 60 }]),
      pickupPlaces: 1,
    })
    expect(await names({ pickupToday: true }, at)).toEqual(["One place"])
    await database.pool.query(
      "insert into market_windows (market_id, fulfilment, starts_at, taken) values ($1, 'pickup', '2026-11-25T18:00:00Z', 1)",
      [market.id],
    )
    expect(await names({ pickupToday: true }, at)).toEqual([])
  })

  it("sorts by fee with those last that do not deliver there, and keeps the distance among equals", {
    tags: ["HOME-20"],
  }, async () => {
    expect(await names({}, { sort: "fee" })).toEqual([
      "Open",
      "Later",
      "Closed",
      "Paused",
      "Pickup only",
      "Delivers near",
    ])
  })

  it("counts and pages what is left, and says nothing without a place", { tags: ["HOME-19"] }, async () => {
    const { db } = database
    const center = { lat: 32, lng: -90 }
    for (let number = 0; number < 45; number += 1)
      await aMarket(db, {
        lat: center.lat + number / 1_000,
        lng: center.lng,
        timeZone: "America/Chicago",
        name: `Market ${number}`,
        weekdayHours: number % 3 ? "8am-7pm" : "Closed",
      })
    const page = (number: number) => search({ openNow: true }, { near: center, page: number })
    expect(await page(1)).toMatchObject({ total: 30, pages: 3, more: false })
    const seen = [...(await page(1)).markets, ...(await page(2)).markets, ...(await page(3)).markets]
    expect(seen.map(({ name }) => name)).toEqual(
      Array.from({ length: 45 }, (_, number) => number)
        .filter((number) => number % 3)
        .map((number) => `Market ${number}`),
    )
    expect(await page(4)).toMatchObject({ total: 30, pages: 3, markets: [] })
    const all = await search({ openNow: true }, { near: undefined, countAll: true })
    expect(all.total).toBe(await db.$count(markets, listed))
  })
})
