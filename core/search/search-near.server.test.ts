import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { markets, products } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { NO_FILTERS } from "../catalog/market-filters.ts"
import type { CustomerContext } from "../context.ts"
import { searchMarketNames } from "./search-market-names.server.ts"
import { searchNear } from "./search-near.server.ts"

const database = useDatabase()
const center = { lat: 39.2855, lng: -76.5317 }
const near = (miles: number) => ({ lat: center.lat + miles / 69.1, lng: center.lng })
const anyone = () => ctxFor(database, { role: "anonymous" })
let customer: CustomerContext

const search = (text: string, more: Partial<Parameters<typeof searchNear>[1]> = {}) =>
  searchNear(customer, { center, text, ...more })
/** The product names found, by market. */
const found = async (text: string, more: Partial<Parameters<typeof searchNear>[1]> = {}) =>
  (await search(text, more)).markets.map(({ name, products: cards }) => [
    name,
    cards.map((card) => card.name),
  ])

beforeAll(async () => {
  const { db } = database
  customer = ctxFor(database, (await aCustomer(db)).actor)
  const far = await aMarket(db, { name: "Greektown Table", ...near(6) })
  const close = await aMarket(db, { name: "Canton Square Greens", ...near(1) })
  const beyond = await aMarket(db, { name: "Beyond the Radius Eggs", ...near(26) })
  const unsubscribed = await aMarket(db, { name: "Unsubscribed", subscription: "cancelled", ...near(1) })
  const nowhere = await aMarket(db, { name: "Nowhere", lat: null, lng: null })
  for (const market of [beyond, unsubscribed, nowhere]) await aProduct(db, market, { name: "White Eggs" })
  await aProduct(db, far, { name: "Brown Eggs, dozen", category: "Dairy", section: "Eggs", priceCents: 510 })
  await aProduct(db, far, {
    name: "Quail Egg",
    category: "Dairy",
    section: "Eggs",
    stock: 0,
    priceCents: 100,
  })
  await aProduct(db, close, { name: "Large Brown Eggs", category: "Dairy", section: "Eggs", priceCents: 549 })
  await aProduct(db, close, {
    name: "Chorizo and Eggs",
    category: "Meat",
    section: "Breakfast Meat",
    priceCents: 840,
  })
  await aProduct(db, close, { name: "Retired Eggs", retiredAt: new Date() })
  await aProduct(db, close, { name: "Heirloom Tomatoes, 1 lb", section: "Tomatoes" })
  await aProduct(db, close, { name: "Jalapeño Berries", section: "Peppers" })
})

describe("searching products near a place", () => {
  it("groups what markets sell within 25 miles, nearest first, and leaves out what nobody can buy", async () => {
    expect(await found("eggs")).toEqual([
      ["Canton Square Greens", ["Large Brown Eggs", "Chorizo and Eggs"]],
      ["Greektown Table", ["Brown Eggs, dozen", "Quail Egg"]],
    ])
    const { markets: sellers, ...rest } = await search("eggs")
    expect(rest).toMatchObject({
      total: 2,
      totalProducts: 4,
      more: false,
      pages: 1,
      categories: { Dairy: 3, Meat: 1 },
    })
    expect(sellers[0]?.distanceMiles).toBeCloseTo(1, 1)
    expect(sellers[1]?.products.map(({ stock, priceCents }) => [stock, priceCents])).toEqual([
      [10, 510],
      [0, 100],
    ])
  })

  it("finds singular and plural, with and without accents, in any order, only with all words", async () => {
    const tomatoes = [["Canton Square Greens", ["Heirloom Tomatoes, 1 lb"]]]
    for (const text of ["tomato", "Tomatoes", "tomatos", "TOMATOES, heirloom!", "1 lb of tomatoes"])
      expect(await found(text), text).toEqual(tomatoes)
    expect(await found("jalapeno berry")).toEqual([["Canton Square Greens", ["Jalapeño Berries"]]])
    expect(await found("eggs chorizo")).toEqual([["Canton Square Greens", ["Chorizo and Eggs"]]])
    expect(await found("heirloom eggs")).toEqual([])
  })

  it("looks for what was meant by a misspelled word, unless told not to", async () => {
    const { words, total } = await search("egss")
    expect({ words, total }).toEqual({
      words: { lexemes: ["egg"], typed: "egss", correctedTo: "eggs" },
      total: 2,
    })
    expect((await search("brwon egs")).words.correctedTo).toBe("brown eggs")
    expect((await search("heirlom tomatoes")).words.correctedTo).toBe("heirloom tomatoes")
    expect((await search("tomatos")).words.correctedTo).toBeNull()
    expect(await search("egss", { isExact: true })).toMatchObject({ total: 0, words: { correctedTo: null } })
  })

  it("means no word that only markets out of reach know", async () => {
    expect(await search("radiuss")).toMatchObject({ total: 0, words: { correctedTo: null } })
  })

  it("narrows by category, and still counts the others", async () => {
    expect(await found("eggs", { filters: { ...NO_FILTERS, category: "Meat" } })).toEqual([
      ["Canton Square Greens", ["Chorizo and Eggs"]],
    ])
    const meat = await search("eggs", { filters: { ...NO_FILTERS, category: "Meat" } })
    expect(meat).toMatchObject({ total: 1, totalProducts: 1, categories: { Dairy: 3, Meat: 1 } })
  })

  it("keeps to the filters and the sort of markets", async () => {
    const { db } = database
    const shut = await aMarket(db, {
      name: "Shut",
      weekdayHours: "Closed",
      saturdayHours: "Closed",
      ...near(2),
    })
    const open = await aMarket(db, { name: "Open", ...near(5) })
    await aCalendar(db, open)
    for (const market of [shut, open]) await aProduct(db, market, { name: "Quince" })
    expect((await search("quince")).markets.map(({ name }) => name)).toEqual(["Shut", "Open"])
    const now = await search("quince", { filters: { ...NO_FILTERS, openNow: true } })
    expect(now.markets.map(({ name }) => name)).toEqual(["Open"])
    await aCalendar(db, shut, { offersDelivery: false })
    expect((await search("quince", { sort: "fee" })).markets.map(({ name }) => name)).toEqual([
      "Open",
      "Shut",
    ])
  })

  it("sorts markets by the cheapest that is there, what is sold out or only named so after it, and products likewise", async () => {
    const { db } = database
    const rows = [
      { name: "Named Loquat", at: 1, sells: [] },
      { name: "Sold out", at: 2, sells: [["Loquats", 100, 0]] },
      { name: "Dear", at: 3, sells: [["Loquats", 900, 5]] },
      {
        name: "Cheap",
        at: 4,
        sells: [
          ["Loquats, big", 800, 5],
          ["Loquats, old", 50, 0],
          ["Jam", 300, 5],
        ],
      },
      { name: "As dear", at: 5, sells: [["Loquats", 900, 5]] },
    ] as const
    for (const { name, at, sells } of rows) {
      const market = await aMarket(db, { name, ...near(at) })
      for (const [product, priceCents, stock] of sells)
        await aProduct(db, market, {
          name: product,
          section: product === "Jam" ? "Loquat Jams" : "Other",
          category: product === "Jam" ? "Canned Food" : "Fruits",
          priceCents,
          stock,
        })
    }
    expect(await found("loquats", { sort: "price" })).toEqual([
      ["Cheap", ["Jam", "Loquats, big", "Loquats, old"]],
      ["Dear", ["Loquats"]],
      ["As dear", ["Loquats"]],
      ["Sold out", ["Loquats"]],
      ["Named Loquat", []],
    ])
    const fruits = { ...NO_FILTERS, category: "Fruits" } as const
    expect(
      (await search("loquats", { sort: "price", filters: fruits })).markets[0]?.products[0],
    ).toMatchObject({
      name: "Loquats, big",
      priceCents: 800,
    })
    const named = await searchMarketNames(anyone(), { center, text: "loquat", sort: "price" })
    expect(named.markets.map(({ name }) => name)).toEqual(["Named Loquat"])
  })

  it("compares the prices of the 25 nearest markets, however many there are, and of all their pages", async () => {
    const { db } = database
    for (let n = 1; n <= 27; n += 1) {
      const market = await aMarket(db, { name: `Medlar ${n}`, ...near(n / 10) })
      await aProduct(db, market, { name: "Medlars", priceCents: 1000 - n })
    }
    const first = await search("medlars", { sort: "price" })
    expect(first).toMatchObject({ total: 25, pages: 3, more: true })
    const names = first.markets.map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `Medlar ${25 - index}`))
    const last = await search("medlars", { sort: "price", page: 3 })
    expect(last.markets.at(-1)?.name).toBe("Medlar 1")
  })

  it("finds markets by their names, for everybody, and products only for customers", async () => {
    expect(await found("canton greens")).toEqual([["Canton Square Greens", []]])
    const named = await searchMarketNames(anyone(), { center, text: "cantn" })
    expect(named.markets.map(({ name }) => name)).toEqual(["Canton Square Greens"])
    expect(named.words.correctedTo).toBe("canton")
    for (const text of ["eggs", "egss"]) {
      const nothing = await searchMarketNames(anyone(), { center, text })
      expect(nothing).toMatchObject({ total: 0, words: { correctedTo: null } })
    }
  })

  it("follows every change of a product and of a market", async () => {
    const { db } = database
    const market = await aMarket(db, { name: "Moving Bazaar", ...near(3) })
    const product = await aProduct(db, market, { name: "Pawpaw" })
    expect(await found("pawpaws")).toEqual([["Moving Bazaar", ["Pawpaw"]]])
    await db.update(products).set({ name: "Persimmon" }).where(eq(products.id, product.id))
    expect(await found("pawpaws", { isExact: true })).toEqual([])
    expect(await found("persimmon")).toEqual([["Moving Bazaar", ["Persimmon"]]])
    await db.update(markets).set({ name: "Standing Bazaar" }).where(eq(markets.id, market.id))
    expect(await found("moving", { isExact: true })).toEqual([])
    expect(await found("standing")).toEqual([["Standing Bazaar", []]])
    await db.update(markets).set(near(40)).where(eq(markets.id, market.id))
    expect(await found("persimmon")).toEqual([])
    await db.update(markets).set(near(2)).where(eq(markets.id, market.id))
    await db.update(products).set({ retiredAt: new Date() }).where(eq(products.id, product.id))
    expect(await found("persimmon")).toEqual([])
    await db.update(products).set({ retiredAt: null }).where(eq(products.id, product.id))
    expect(await found("persimmon")).toHaveLength(1)
    await db.update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, market.id))
    expect(await found("persimmon")).toEqual([])
  })

  it("shows four products of a market that has more, what is there before what is sold out, and counts all", async () => {
    const { db } = database
    const market = await aMarket(db, { name: "Kumquat House", ...near(4) })
    for (let n = 1; n <= 6; n += 1)
      await aProduct(db, market, { name: `Kumquats ${n}`, stock: n <= 2 ? 0 : 5, priceCents: 1000 - n })
    const {
      markets: [seller],
      totalProducts,
    } = await search("kumquats")
    expect(totalProducts).toBe(6)
    expect(seller?.products.map(({ name }) => name)).toEqual([
      "Kumquats 6",
      "Kumquats 5",
      "Kumquats 4",
      "Kumquats 3",
    ])
  })

  it("turns pages of ten markets", async () => {
    const { db } = database
    for (let n = 0; n < 12; n += 1)
      await aProduct(db, await aMarket(db, { name: `Fig ${n}`, ...near(n / 10) }), { name: "Rutabaga" })
    expect(await search("rutabaga")).toMatchObject({ total: 12, pages: 2, page: 1, more: false })
    expect((await search("rutabaga", { page: 2 })).markets.map(({ name }) => name)).toEqual([
      "Fig 10",
      "Fig 11",
    ])
  })
})
