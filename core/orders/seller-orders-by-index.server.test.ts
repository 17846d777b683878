import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { SellerContext } from "#core/context.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { type ExplainedDatabase, nodesOf, openExplainedDatabase } from "#tests/support/explained-database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { manyCustomers, manyOrders } from "#tests/support/many-orders.ts"
import { listsOfSellerOrders } from "./list-seller-orders.server.ts"
import { listSellerToday } from "./list-seller-today.server.ts"
import { NO_FILTER } from "./seller-order-filter.ts"

const database = useDatabase()

/** Tables that grow with orders and their people. */
const GROWING = ["orders", "order_lines", "deliveries", "ledger_entries", "customers"]
const OPEN_ORDERS = 205
/** 10:06 am on a Saturday in New York. */
const NOW = new Date("2026-06-13T14:06:00Z")

/** Among many done ones, its own and another market's. */
describe("with 205 open orders", { tags: ["SALE-22"] }, () => {
  let explained: ExplainedDatabase
  let seller: SellerContext
  const today = { stage: "pack", day: null, search: "", page: 1 } as const

  beforeAll(async () => {
    const { db, pool } = database
    const zone = { timeZone: "America/New_York" }
    const [market, other] = [await aMarket(db, zone), await aMarket(db, zone)]
    const product = await aProduct(db, market, { name: "Heirloom tomatoes" })
    const elsewhere = await aProduct(db, other, { name: "Brown eggs" })
    const sold = { market, product, from: NOW }
    await manyCustomers(pool, 20_000)
    await manyOrders(pool, { ...sold, market: other, product: elsewhere, count: 20_000, isDone: true })
    await manyOrders(pool, { ...sold, count: 2_000, isDone: true })
    await manyOrders(pool, { ...sold, count: OPEN_ORDERS, isDone: false })
    await pool.query("analyze")
    explained = openExplainedDatabase(database.url)
    seller = ctxFor(explained, market.actor, { now: () => NOW })
  }, 180_000)
  afterAll(() => explained?.close())

  it.each<[string, () => Promise<{ total: number }>]>([
    ["the first page of /marketOrders", async () => (await listsOfSellerOrders(seller)).uncompleted],
    [
      "its search",
      async () =>
        (await listsOfSellerOrders(seller, { filter: { ...NO_FILTER, search: "tomato" } })).uncompleted,
    ],
    ["the first page of /market-today", async () => (await listSellerToday(seller, today)).list],
    ["its search", async () => (await listSellerToday(seller, { ...today, search: "tomato" })).list],
  ])("%s finds them by the index of open orders, and reads no growing table whole", async (name, read) => {
    explained.plans.length = 0
    expect((await read()).total).toBe(OPEN_ORDERS)
    const nodes = explained.plans.flatMap(({ text, plan }) => nodesOf(plan).map((node) => ({ text, node })))
    expect(nodes.some(({ node }) => node["Index Name"] === "orders_due")).toBe(true)
    if (name.includes("today"))
      expect(nodes.some(({ node }) => node["Index Name"] === "orders_done")).toBe(true)
    const whole = nodes.filter(
      ({ node }) => node["Node Type"] === "Seq Scan" && GROWING.includes(node["Relation Name"] ?? ""),
    )
    expect(whole.map(({ text, node }) => `${node["Relation Name"]}: ${text}`)).toEqual([])
  })
})
