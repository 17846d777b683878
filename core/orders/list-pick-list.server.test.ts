import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { ZERO } from "#core/money.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { orderLines, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { listPickList, pickableOrders } from "./list-pick-list.server.ts"
import { readPickSelection } from "./pick-list.ts"
import type { OrderStatus } from "./statuses.ts"

const database = useDatabase()

/** 8:06 am on a Saturday in New York. */
const NOW = new Date("2026-06-13T12:06:00Z")
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS)
const window = (from: number) => ({ startsAt: hours(from), endsAt: hours(from + 1) })

/** A market with two pickups this morning, one for as soon as possible, and a delivery tomorrow. */
async function aSaturday() {
  const { db } = database
  const market = await aMarket(db, { timeZone: "America/New_York" })
  const customer = await aCustomer(db, { firstName: "Nora" })
  const product = await aProduct(db, market, { name: "Heirloom tomatoes" })
  const sale = { customer, market, product, quantity: 3 }
  const later = await anOrder(db, { ...sale, window: window(3) })
  const first = await anOrder(db, { ...sale, window: window(1) })
  const asap = await anOrder(db, { ...sale, readyAt: hours(2) })
  await db.update(orders).set({ clockStartsAt: null }).where(eq(orders.id, asap.id))
  const tomorrow = await anOrder(db, { ...sale, fulfilment: "delivery", window: window(26) })
  const seller = ctxFor(database, market.actor, { now: () => NOW })
  const list = (search = "") => listPickList(seller, readPickSelection(new URLSearchParams(search)))
  const numbers = async (search?: string) => (await list(search)).orders.map(({ number }) => number)
  return { seller, list, numbers, first, asap, later, tomorrow }
}

it("lists the first day's orders in due order, and counts days and windows", {
  tags: ["SALE-61"],
}, async () => {
  const { list, first, asap, later } = await aSaturday()
  const { orders: rows, ...rest } = await list()
  expect(rows.map(({ number }) => number)).toEqual([first.number, asap.number, later.number])
  expect(rows[0]).toMatchObject({
    due: "Sat, Jun 13, 9:06–10:06 am",
    dueTime: "9:06–10:06 am",
    firstName: "Nora",
    lines: [{ productName: "Heirloom tomatoes", quantity: 3 }],
  })
  expect(rest).toMatchObject({
    title: "Saturday, June 13",
    asOf: "Sat, Jun 13, 8:06 am",
    day: "2026-06-13",
    window: null,
    days: [
      { name: "Today", count: 3 },
      { name: "Tomorrow", count: 1 },
    ],
    windows: [
      { key: "asap", name: "As soon as possible", count: 1 },
      { key: hours(1).toISOString(), name: "9:06–10:06 am", count: 1 },
      { key: hours(3).toISOString(), name: "11:06 am–12:06 pm", count: 1 },
    ],
    problems: [],
  })
})

it("lists a day, a window, orders without a window, or chosen orders", { tags: ["SALE-61"] }, async () => {
  const { list, numbers, first, asap, later, tomorrow } = await aSaturday()
  expect(await numbers("day=2026-06-14")).toEqual([tomorrow.number])
  expect(await numbers(`window=${hours(3).toISOString()}`)).toEqual([later.number])
  expect((await list(`window=${hours(3).toISOString()}`)).title).toBe("Saturday, June 13, 11:06 am–12:06 pm")
  expect(await numbers("day=2026-06-13&window=asap")).toEqual([asap.number])
  expect(await numbers(`orders=${tomorrow.number},${first.number}`)).toEqual([first.number, tomorrow.number])
  expect(await list("day=2026-07-01")).toMatchObject({ orders: [], title: "Wednesday, July 1", windows: [] })
})

it("never lists another market's order, and says of its number that it is not among one's own", {
  tags: ["SALE-61"],
}, async () => {
  const [mine, theirs] = [await aSaturday(), await aSaturday()]
  expect(await mine.numbers()).not.toContain(theirs.first.number)
  expect(await mine.list(`orders=${theirs.first.number}`)).toMatchObject({
    title: "Chosen orders",
    orders: [],
    problems: [`Order ${theirs.first.number} isn't one of your open orders.`],
  })
  expect((await mine.list(`orders=${mine.first.number},${theirs.first.number},7`)).problems).toEqual([
    `Orders ${theirs.first.number}, 7 aren't among your open orders.`,
  ])
})

it.each<[OrderStatus | null, boolean]>([
  [null, true],
  ["pending", true],
  ["waiting", true],
  ["taken", true],
  ["shipped", false],
  ["picked up", false],
  ["delivered", false],
  ["cancelled", false],
])("lists a delivery that is %s: %s", { tags: ["SALE-61"] }, async (status, isListed) => {
  const { numbers, tomorrow } = await aSaturday()
  await database.db.update(orders).set({ status }).where(eq(orders.id, tomorrow.id))
  expect((await numbers(`orders=${tomorrow.number}`)).includes(tomorrow.number)).toBe(isListed)
})

it("lists what is left to give, without what was refunded", { tags: ["SALE-61"] }, async () => {
  const { list, first } = await aSaturday()
  const [line] = await database.db.select().from(orderLines).where(eq(orderLines.orderId, first.id))
  const admin = ctxFor(database, (await anAdmin(database.db)).actor)
  const refund = (quantity: number) =>
    refundOrder(admin, {
      orderId: first.id,
      lines: [{ lineId: line!.id, quantity }],
      feeCents: ZERO,
      tipCents: ZERO,
      amountCents: ZERO,
      reason: "missing",
      sentence: "",
      bearer: "seller",
    })
  const chosen = async () => (await list(`orders=${first.number}`)).orders[0]?.lines
  await refund(1)
  expect(await chosen()).toMatchObject([{ quantity: 2 }])
  await refund(2)
  expect(await chosen()).toEqual([])
})

it("finds the orders of a day by the index of open orders", { tags: ["SALE-61"] }, async () => {
  const { seller } = await aSaturday()
  const plan = await transaction(database.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const query = pickableOrders({ ...seller, db: tx as never }, undefined)
    const { rows } = await tx.execute(sql`explain ${query.getSQL()}`)
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain("orders_due")
})
