import { beforeAll, describe, expect, it } from "vitest"
import { viewMarket } from "#core/catalog/market-page.server.ts"
import { searchMarkets } from "#core/catalog/search-markets.server.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import { distanceMiles } from "#core/places/distance.ts"
import { markets, users, zips } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()
const anyone = () => ctxFor(database, { role: "anonymous" })

beforeAll(async () => {
  await database.db.insert(zips).values([
    {
      zip: "10001",
      city: "New York",
      state: "NY",
      county: "New York",
      lat: 40.7506,
      lng: -73.9972,
      timeZone: "America/New_York",
    },
    {
      zip: "99501",
      city: "Anchorage",
      state: "AK",
      county: "Anchorage",
      lat: 61.21,
      lng: -149.87,
      timeZone: "America/Anchorage",
    },
  ])
  await aMarket(database.db, { name: "Far", lat: 40.65, lng: -73.95 })
  await aMarket(database.db, { name: "Near", lat: 40.7466, lng: -73.9945 })
  await aMarket(database.db, { name: "Beyond 25 miles", lat: 41.2, lng: -73.99 })
  await aMarket(database.db, { name: "Unsubscribed", subscription: "cancelled" })
  await aMarket(database.db, { name: "Unapproved", approval: "waiting" })
  await aMarket(database.db, { name: "Not onboarded", onboarded: null })
})

describe("market search", () => {
  it("finds those that may sell within 25 miles, nearest first, with the distance", {
    tags: ["HOME-3", "HOME-6"],
  }, async () => {
    const found = await searchMarkets(anyone(), { zip: "10001" })
    expect(found.markets.map((market) => market.name)).toEqual(["Near", "Far"])
    expect(found.markets[0]?.distanceMiles).toBeCloseTo(0.3, 1)
    expect(found).toMatchObject({ total: 2, pages: 1, page: 1 })
    expect(await searchMarkets(anyone(), { zip: " 10001-1234 " })).toEqual(found)
  })

  it("lists all that may sell without a zip, ten a page", {
    tags: ["HOME-4", "HOME-5", "HOME-6"],
  }, async () => {
    const all = await searchMarkets(anyone(), {})
    expect(all.markets.map((market) => market.name)).toEqual(["Beyond 25 miles", "Far", "Near"])
    const second = await searchMarkets(anyone(), { page: 2, limit: 2 })
    expect(second.markets.map((market) => market.name)).toEqual(["Near"])
    expect(second.pages).toBe(2)
    expect(await searchMarkets(anyone(), { page: 9, limit: 2 })).toMatchObject({
      total: 3,
      pages: 2,
      markets: [],
    })
  })

  it("finds none around a zip without markets, and rejects one that is malformed or unknown", {
    tags: ["HOME-7", "HOME-8"],
  }, async () => {
    expect(await searchMarkets(anyone(), { zip: "99501" })).toMatchObject({ markets: [], total: 0, pages: 0 })
    for (const zip of ["1000", "abcde", "00000"])
      await expect(searchMarkets(anyone(), { zip })).rejects.toMatchObject({ code: "invalid", field: "zip" })
  })
})

describe("a market's catalogue", () => {
  it("shows four products a page, by category, with the lowest price", {
    tags: ["MARKET-3", "MARKET-4", "MARKET-5"],
  }, async () => {
    const { db } = database
    const market = await aMarket(db, { name: "Zed" })
    const customer = ctxFor(database, (await aCustomer(db)).actor)
    for (let n = 1; n <= 5; n += 1) await aProduct(db, market, { name: `Tomato ${n}` })
    await aProduct(db, market, { name: "Gone", retiredAt: new Date() })
    const shoe = await aProduct(db, market, {
      name: "Boots",
      category: "Shoes",
      priceCents: 5500,
      sizes: { "9": 0, "9.5": 2 },
    })
    const view = await viewMarket(customer, { marketId: market.id })
    expect(view.categories).toEqual(["Vegetables", "Shoes"])
    expect(view).toMatchObject({ total: 6, pages: 2 })
    expect(view.products.map((product) => product.name)).toEqual([
      "Tomato 1",
      "Tomato 2",
      "Tomato 3",
      "Tomato 4",
    ])
    await aProduct(db, market, { name: "Rice", category: "Rice", unit: "lb", unitAmount: 5 })
    const rice = await viewMarket(customer, { marketId: market.id, category: "Rice" })
    expect(rice.products).toMatchObject([{ name: "Rice", unit: "lb", unitAmount: 5 }])
    const shoes = await viewMarket(customer, { marketId: market.id, category: "Shoes" })
    expect(shoes.products).toMatchObject([
      { name: "Boots", priceCents: 5500, severalPrices: false, stock: 2, image: null },
    ])
    expect((await viewProduct(customer, shoe.id)).variants.map((v) => [v.size, v.stock])).toEqual([
      ["9", 0],
      ["9.5", 2],
    ])
  })

  it("is not found when the market may not sell, nor are its products", { tags: ["MARKET-8"] }, async () => {
    const { db } = database
    const market = await aMarket(db, { subscription: "cancelled" })
    const product = await aProduct(db, market)
    const customer = ctxFor(database, (await aCustomer(db)).actor)
    await expect(viewMarket(customer, { marketId: market.id })).rejects.toMatchObject({ code: "not_found" })
    await expect(viewProduct(customer, product.id)).rejects.toMatchObject({ code: "not_found" })
    await expect(viewMarket(customer, { marketId: "no-id" })).rejects.toMatchObject({ code: "not_found" })
  })
})

it("counts all markets some pages ahead, to the end where it is near or asked for, and turns to the very last", {
  tags: ["HOME-5"],
}, async () => {
  const { db } = database
  const { total: before } = await searchMarkets(anyone(), { countAll: true })
  const {
    id: _id,
    canSell: _canSell,
    sellerId: _sellerId,
    actor: _actor,
    ...facts
  } = await aMarket(db, { lat: null, lng: null })
  // So that the last page is full.
  const added = 600 - (before % 10)
  const sellers = await db
    .insert(users)
    .values(
      Array.from({ length: added - 1 }, (_, n) => ({ name: "Sam", email: `one-of-many-${n}@example.test` })),
    )
    .returning()
  await db.insert(markets).values(sellers.map(({ id: userId }) => ({ ...facts, userId })))
  const all = before + added
  const last = all / 10
  expect(await searchMarkets(anyone(), {})).toMatchObject({
    page: 1,
    pages: 11,
    total: 110,
    more: true,
  })
  expect(await searchMarkets(anyone(), { countAll: true })).toMatchObject({
    total: all,
    pages: last,
    more: false,
  })
  expect(await searchMarkets(anyone(), { page: last - 11 })).toMatchObject({ pages: last - 1, more: true })
  // Exactly as many as are counted, and no more.
  expect(await searchMarkets(anyone(), { page: last - 10 })).toMatchObject({
    total: all,
    pages: last,
    more: false,
  })
  expect((await searchMarkets(anyone(), { page: last })).markets).toHaveLength(10)
  expect(await searchMarkets(anyone(), { page: last + 60 })).toMatchObject({ pages: last, markets: [] })
})

describe("around a place with more markets than are counted", () => {
  const denver = { lat: 39.7392, lng: -104.9903 }

  it("answers the nearest first as the globe has them, each once, also where many stand at one spot", {
    tags: ["HOME-3"],
  }, async () => {
    const { db } = database
    // Half within two degrees, some of them beyond the radius; half at one point.
    const places = Array.from({ length: 160 }, (_, n) =>
      n % 2
        ? denver
        : { lat: denver.lat + ((n * 37) % 100) / 100 - 0.5, lng: denver.lng + ((n * 61) % 100) / 100 - 0.5 },
    )
    const ids: string[] = []
    for (const place of places) ids.push((await aMarket(db, place)).id)
    const expected = ids
      .map((id, n) => ({ id, miles: distanceMiles(denver, places[n]!) }))
      .filter(({ miles }) => miles <= 25)
      .sort((a, b) => a.miles - b.miles || (a.id < b.id ? -1 : 1))
    const first = await searchMarkets(anyone(), { near: denver })
    expect(first).toMatchObject({ total: 30, pages: 3, more: true })
    const seen = []
    for (let page = 1; page <= Math.ceil(expected.length / 10); page += 1)
      seen.push(...(await searchMarkets(anyone(), { near: denver, page })).markets)
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    seen.forEach(({ distanceMiles: miles }, n) => {
      expect(miles).toBeCloseTo(expected[n]!.miles, 6)
    })
    const all = await searchMarkets(anyone(), { near: denver, countAll: true })
    expect(all).toMatchObject({ total: expected.length, more: false })
  })
})
