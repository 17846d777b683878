import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { CustomerContext } from "#core/context.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { type ExplainedDatabase, nodesOf, openExplainedDatabase } from "#tests/support/explained-database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { manyCustomers, manyOrders } from "#tests/support/many-orders.ts"
import { pageOfCustomerOrders } from "./list-customer-orders.server.ts"

const database = useDatabase()

const GROWING = ["orders", "order_lines", "deliveries", "customers"]

/** Among many orders of other customers. */
describe("the orders of a customer", { tags: ["ORDER-35"] }, () => {
  let explained: ExplainedDatabase
  let ctx: CustomerContext

  beforeAll(async () => {
    const { db, pool } = database
    const market = await aMarket(db)
    const product = await aProduct(db, market, { name: "Heirloom tomatoes" })
    await manyCustomers(pool, 5_000)
    await manyOrders(pool, { market, product, from: new Date(), count: 20_000, isDone: true })
    const customer = await aCustomer(db)
    for (let made = 0; made < 3; made++) await anOrder(db, { customer, market, product })
    await pool.query("analyze")
    explained = openExplainedDatabase(database.url)
    ctx = ctxFor(explained, customer.actor)
  }, 60_000)
  afterAll(() => explained?.close())

  it.each([
    ["all", ""],
    ["open", ""],
    ["all", "tomato"],
    ["open", "Order 100003"],
  ] as const)("are found by their index, and no growing table is read whole: %s %s", async (show, search) => {
    explained.plans.length = 0
    expect((await pageOfCustomerOrders(ctx, { show, search, page: 1 })).total).toBe(
      search.startsWith("Order") ? 0 : 3,
    )
    const nodes = explained.plans.flatMap(({ text, plan }) => nodesOf(plan).map((node) => ({ text, node })))
    expect(nodes.length).toBeGreaterThan(0)
    const whole = nodes.filter(
      ({ node }) => node["Node Type"] === "Seq Scan" && GROWING.includes(node["Relation Name"] ?? ""),
    )
    expect(whole.map(({ text, node }) => `${node["Relation Name"]}: ${text}`)).toEqual([])
  })

  it("finds none of another customer's", async () => {
    const another = ctxFor(database, (await aCustomer(database.db)).actor)
    for (const search of ["", "tomato", "100003"])
      expect((await pageOfCustomerOrders(another, { show: "all", search, page: 1 })).total, search).toBe(0)
  })
})
