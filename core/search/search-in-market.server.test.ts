import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { CustomerContext } from "../context.ts"
import { searchInMarket } from "./search-in-market.server.ts"
import { searchMarketNames } from "./search-market-names.server.ts"

const database = useDatabase()
let customer: CustomerContext
let marketId: string

const names = async (search: Partial<Parameters<typeof searchInMarket>[1]>) =>
  (await searchInMarket(customer, { marketId, ...search })).products.map(({ name }) => name)

beforeAll(async () => {
  const { db } = database
  customer = ctxFor(database, (await aCustomer(db)).actor)
  const market = await aMarket(db)
  marketId = market.id
  await aProduct(db, market, { name: "plum Tomatoes", priceCents: 500 })
  await aProduct(db, market, { name: "Cherry Tomatoes", priceCents: 300, stock: 0 })
  await aProduct(db, market, { name: "Tomato Sauce", category: "Frozen Food", priceCents: 400 })
  await aProduct(db, market, { name: "Basil", priceCents: 200 })
  await aProduct(db, market, { name: "Retired Tomatoes", retiredAt: new Date() })
  await aProduct(db, await aMarket(db), { name: "Tomatoes of another market" })
})

describe("searching inside a market", () => {
  it("finds its own products by all words, and without a text all of them", async () => {
    expect(await names({ text: "tomatos" })).toEqual(["plum Tomatoes", "Cherry Tomatoes", "Tomato Sauce"])
    expect(await names({ text: "cherry tomato" })).toEqual(["Cherry Tomatoes"])
    expect(await names({})).toHaveLength(4)
    expect(await names({ text: "of the" })).toEqual([])
    expect(await names({ text: "melon" })).toEqual([])
  })

  it("finds exactly what is written, whatever signs, digits and single letters it has", async () => {
    const market = await aMarket(database.db)
    const products = [
      "C.S.A. box",
      "2% Milk",
      "100% rye bread",
      "5lb potato bag",
      "Beef (grass-fed)",
      "Vitamin C",
      "Lamb's lettuce",
      "7up",
      "A&W",
    ]
    for (const name of products) await aProduct(database.db, market, { name })
    const found = async (text: string) =>
      (await searchInMarket(customer, { marketId: market.id, text })).products.map(({ name }) => name)
    for (const name of products) expect(await found(name), name).toEqual([name])
    for (const [text, name] of [
      ["c.s.a.", "C.S.A. box"],
      ["csa box", "C.S.A. box"],
      ["CSA", "C.S.A. box"],
      ["2%", "2% Milk"],
      ["100%", "100% rye bread"],
      ["5 lb potato", "5lb potato bag"],
      ["5 lb", "5lb potato bag"],
      ["grassfed", "Beef (grass-fed)"],
      ["grass-fed beef", "Beef (grass-fed)"],
      ["lamb’s lettuce", "Lamb's lettuce"],
      ["lambs lettuce", "Lamb's lettuce"],
      ["C", "Vitamin C"],
      ["12 potatoes", "5lb potato bag"],
      ["7 up", "7up"],
    ] as const)
      expect(await found(text), text).toEqual([name])
  })

  it("finds a word with an apostrophe without it, one without it with it, and what stands on its sides", {
    tags: ["SEARCH-126"],
  }, async () => {
    const market = await aMarket(database.db)
    const products = ["TJ's rub", "O’Brien potatoes", "D'Anjou pears", "Na`alehu greens", "OConnor cheese"]
    for (const name of products) await aProduct(database.db, market, { name })
    const found = async (text: string) =>
      (await searchInMarket(customer, { marketId: market.id, text, isExact: true })).products.map(
        ({ name }) => name,
      )
    for (const name of products) expect(await found(name), name).toEqual([name])
    for (const [text, name] of [
      ["tjs", "TJ's rub"],
      ["TJ’s", "TJ's rub"],
      ["obrien", "O’Brien potatoes"],
      ["o'brien", "O’Brien potatoes"],
      ["brien", "O’Brien potatoes"],
      ["danjou pear", "D'Anjou pears"],
      ["anjou", "D'Anjou pears"],
      ["naalehu", "Na`alehu greens"],
      ["o'connor", "OConnor cheese"],
    ] as const)
      expect(await found(text), text).toEqual([name])
  })

  it("finds without its apostrophe what was listed before the upgrade that leaves it out", {
    tags: ["SEARCH-126"],
  }, async () => {
    const { db, pool } = database
    const [before, after] = ["0031_search_as_written", "0037_search_apostrophes"].map((name) =>
      readFileSync(join(import.meta.dirname, "..", "..", "db", "migrations", `${name}.sql`), "utf8"),
    )
    await pool.query(before!.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
    const center = { lat: 42.5, lng: -76.9 }
    const market = await aMarket(db, { name: "TJ's Farmers Market", ...center })
    await aProduct(db, market, { name: "O’Brien potatoes" })
    const found = async (text: string) => {
      const { markets } = await searchMarketNames(customer, { center, text, isExact: true })
      const { products } = await searchInMarket(customer, { marketId: market.id, text, isExact: true })
      return [...markets, ...products].map(({ name }) => name)
    }
    expect([...(await found("tjs farmers market")), ...(await found("obrien"))]).toEqual([])
    await pool.query(after!)
    expect(await found("tjs farmers market")).toEqual(["TJ's Farmers Market"])
    expect(await found("TJ’s")).toEqual(["TJ's Farmers Market"])
    expect(await found("obrien")).toEqual(["O’Brien potatoes"])
    expect(await found("brien")).toEqual(["O’Brien potatoes"])
  })

  it("narrows by category and sorts by name, price and age", async () => {
    expect(await names({ text: "tomato", category: "Frozen Food" })).toEqual(["Tomato Sauce"])
    expect(await names({ sort: "name" })).toEqual([
      "Basil",
      "Cherry Tomatoes",
      "plum Tomatoes",
      "Tomato Sauce",
    ])
    expect(await names({ sort: "price" })).toEqual([
      "Basil",
      "Cherry Tomatoes",
      "Tomato Sauce",
      "plum Tomatoes",
    ])
    expect((await names({ sort: "newest" }))[0]).toBe("Basil")
  })

  it("says what it looked for instead of a misspelled word of this market", async () => {
    const found = await searchInMarket(customer, { marketId, text: "bassil" })
    expect(found).toMatchObject({ total: 1, words: { typed: "bassil", correctedTo: "basil" } })
    expect(await searchInMarket(customer, { marketId, text: "bassil", isExact: true })).toMatchObject({
      total: 0,
    })
  })

  it("turns pages, to the last where there are fewer", async () => {
    const found = await searchInMarket(customer, { marketId, limit: 3, page: 9 })
    expect(found).toMatchObject({ page: 2, pages: 2, total: 4 })
    expect(found.products.map(({ name }) => name)).toEqual(["Basil"])
  })

  it("finds nothing in a market that may not sell, or that does not exist", async () => {
    const closed = await aMarket(database.db)
    await aProduct(database.db, closed, { name: "Basil" })
    await database.db.update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, closed.id))
    expect(await names({ marketId: closed.id })).toEqual([])
    expect(await names({ marketId: "no-id", text: "basil" })).toEqual([])
  })
})
