import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { orderLines, orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { listsOfSellerOrders } from "./list-seller-orders.server.ts"
import { NO_FILTER, type SellerOrderFilter } from "./seller-order-filter.ts"

const database = useDatabase()

/** 10:06 am on a Saturday in New York. */
const NOW = new Date("2026-06-13T14:06:00Z")
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS)

/** A market with an order that is late, one for this afternoon and a delivery for tomorrow. */
async function aSaturday() {
  const { db } = database
  const market = await aMarket(db, { timeZone: "America/New_York" })
  const [nora, marcus] = [
    await aCustomer(db, { firstName: "Nora" }),
    await aCustomer(db, { firstName: "Marcus" }),
  ]
  const [tomatoes, eggs] = [
    await aProduct(db, market, { name: "Heirloom tomatoes" }),
    await aProduct(db, market, { name: "Brown eggs" }),
  ]
  const window = (from: number) => ({ startsAt: hours(from), endsAt: hours(from + 1) })
  // Placed in another order than they are due.
  const tomorrow = await anOrder(db, {
    customer: marcus,
    market,
    product: eggs,
    fulfilment: "delivery",
    window: window(26),
  })
  const late = await anOrder(db, {
    customer: nora,
    market,
    product: tomatoes,
    quantity: 2,
    window: window(-1),
  })
  const afternoon = await anOrder(db, { customer: marcus, market, product: tomatoes, window: window(3) })
  await db.update(orderLines).set({ unit: "lb" }).where(eq(orderLines.productId, tomatoes.id))
  const seller = ctxFor(database, market.actor, { now: () => NOW })
  const find = async (filter: Partial<SellerOrderFilter>) =>
    (await listsOfSellerOrders(seller, { filter: { ...NO_FILTER, ...filter } })).uncompleted.rows.map(
      ({ id }) => id,
    )
  return { seller, find, late, afternoon, tomorrow, market }
}

it("lists open orders by the time they are due, with items, unit and what the market receives", {
  tags: ["SALE-20"],
}, async () => {
  const { seller, late, afternoon, tomorrow } = await aSaturday()
  const { uncompleted, due } = await listsOfSellerOrders(seller)
  expect(uncompleted.rows.map(({ id }) => id)).toEqual([late.id, afternoon.id, tomorrow.id])
  expect(uncompleted.rows[0]).toMatchObject({
    due: "9:06–10:06 am",
    left: "1 h late",
    isLate: true,
    customerName: "Nora Parks",
    receivedCents: earnedBy(late),
    items: [{ quantity: 2, name: "Heirloom tomatoes, lb", refunded: 0, replaced: 0 }],
  })
  expect(due).toEqual({
    total: 3,
    late: 1,
    days: [
      { date: "2026-06-13", name: "Today", count: 2 },
      { date: "2026-06-14", name: "Tomorrow", count: 1 },
    ],
    kinds: { pickup: 2, delivery: 1 },
  })
})

it("finds orders by name, number, code, product and phone, and by day, kind and status", {
  tags: ["SALE-21"],
}, async () => {
  const { find, late, afternoon, tomorrow } = await aSaturday()
  expect(await find({ search: "nora" })).toEqual([late.id])
  expect(await find({ search: "marcus parks" })).toEqual([afternoon.id, tomorrow.id])
  expect(await find({ search: `#${late.number}` })).toEqual([late.id])
  expect(await find({ search: late.confirmation.slice(0, 4).toLowerCase() })).toEqual([late.id])
  expect(await find({ search: "eggs" })).toEqual([tomorrow.id])
  expect(await find({ search: "555-0111" })).toEqual([tomorrow.id])
  expect(await find({ search: "100%" })).toEqual([])
  expect(await find({ day: "late" })).toEqual([late.id])
  expect(await find({ day: "2026-06-14" })).toEqual([tomorrow.id])
  expect(await find({ fulfilment: "pickup", search: "tomatoes" })).toEqual([late.id, afternoon.id])
  expect(await find({ status: "placed" })).toEqual([tomorrow.id])
  expect(await find({ status: "pending" })).toEqual([late.id, afternoon.id])
})

it("finds no phone number of an order that has ended, and nothing of another market", {
  tags: ["SALE-21"],
}, async () => {
  const { seller, tomorrow, late, find } = await aSaturday()
  await database.db.update(orders).set({ phone: "212-555-0148" }).where(eq(orders.id, late.id))
  expect(await find({ search: "555-0148" })).toEqual([late.id])
  await database.db.update(orders).set({ status: "picked up" }).where(eq(orders.id, late.id))
  expect(await find({ search: "555-0148" })).toEqual([])
  const other = await aSaturday()
  await database.db.update(orders).set({ status: "delivered" }).where(eq(orders.id, tomorrow.id))
  const filter = { ...NO_FILTER, search: "555-0111" }
  const lists = await listsOfSellerOrders(seller, { filter })
  expect([lists.uncompleted.total, lists.completed.total]).toEqual([0, 0])
  expect(await other.find({ search: String(tomorrow.number) })).toEqual([])
})
