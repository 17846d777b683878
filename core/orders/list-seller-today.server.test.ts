import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { add } from "#core/money.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { listSellerToday } from "./list-seller-today.server.ts"
import { countSellerDay } from "./seller-day.server.ts"
import type { Stage } from "./seller-stages.ts"

const database = useDatabase()
const ZONE = "America/New_York"
/** Saturday, 9:30 in the evening at the market; the next day in UTC. */
const NOW = new Date("2026-06-14T01:30:00Z")
const PICKED_UP = { status: "picked up" } as const

async function aSaturday() {
  const { db } = database
  const market = await aMarket(db, { timeZone: ZONE })
  const customer = await aCustomer(db)
  const product = await aProduct(db, market, { name: "Sugar melon" })
  const seller = ctxFor(database, market.actor, { now: () => NOW })
  const order = async (
    startsAt: string,
    facts: Partial<typeof orders.$inferInsert> = {},
    fulfilment: "pickup" | "delivery" = "pickup",
  ) => {
    const window = { startsAt: new Date(startsAt), endsAt: new Date(startsAt) }
    const made = await anOrder(db, { customer, market, product, fulfilment, window })
    if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, made.id))
    return made
  }
  const view = (stage: Stage, more = {}) =>
    listSellerToday(seller, { stage, day: null, search: "", page: 1, ...more })
  const numbers = async (stage: Stage, more = {}) =>
    (await view(stage, more)).list.rows.map(({ number }) => number)
  return { order, view, numbers, seller }
}

describe("a seller's day", { tags: ["TODAY-1"] }, () => {
  it("has each open order in one stage by due time, and those done today in the market's time zone", async () => {
    const { order, view, numbers, seller } = await aSaturday()
    const tonight = await order("2026-06-14T02:00:00Z")
    const late = await order("2026-06-12T14:00:00Z")
    const tomorrow = await order("2026-06-14T14:00:00Z")
    const fresh = await order("2026-06-15T14:00:00Z", { acknowledgedAt: null })
    const ready = await order("2026-06-13T14:00:00Z", { status: "ready to pick up" })
    const onTheWay = await order("2026-06-13T14:00:00Z", { status: "picked up" }, "delivery")
    const done = await order("2026-06-13T13:00:00Z", {
      ...PICKED_UP,
      fulfilledAt: new Date("2026-06-13T13:10:00Z"),
    })
    const doneLater = await order("2026-06-13T13:00:00Z", {
      ...PICKED_UP,
      fulfilledAt: new Date("2026-06-14T01:00:00Z"),
    })
    await order("2026-06-12T13:00:00Z", { ...PICKED_UP, fulfilledAt: new Date("2026-06-13T03:59:00Z") })
    await order("2026-06-13T13:00:00Z", { status: "cancelled" })

    const { counts, later, receivedCents, date } = await view("pack")
    expect(date).toBe("Saturday, June 13")
    expect(counts).toEqual({ new: 1, pack: 2, ready: 1, courier: 1, done: 2 })
    expect(receivedCents).toBe(add(earnedBy(done), earnedBy(doneLater)))
    expect(later).toEqual([{ date: "2026-06-14", name: "Tomorrow", count: 1 }])
    expect(await numbers("pack")).toEqual([fresh.number, late.number, tonight.number])
    expect(await numbers("pack", { day: "2026-06-14" })).toEqual([tomorrow.number])
    expect(await numbers("new")).toEqual([fresh.number])
    expect(await numbers("ready")).toEqual([ready.number])
    expect(await numbers("courier")).toEqual([onTheWay.number])
    expect(await numbers("done")).toEqual([doneLater.number, done.number])
    expect((await countSellerDay(seller, ZONE)).counts).toEqual(counts)
  })

  it("says of each order who delivers it and how far packing is, and nothing that no card shows", async () => {
    const { order, view } = await aSaturday()
    const made = await order("2026-06-14T02:00:00Z", { note: "Ripe ones." }, "delivery")
    await database.db.update(deliveries).set({ hasDeliverer: true }).where(eq(deliveries.orderId, made.id))
    const [row] = (await view("pack")).list.rows
    expect(row).toMatchObject({
      hasDeliverer: true,
      firstName: "Ada",
      note: "Ripe ones.",
      packing: "Start packing",
      items: [{ quantity: 1, name: "Sugar melon" }],
    })
    expect(Object.keys(row ?? {})).not.toContain("confirmation")
    expect(Object.keys(row ?? {})).not.toContain("toCall")
  })
})

it("finds orders of every stage by name, number, code, product and phone, and counts those", {
  tags: ["TODAY-2"],
}, async () => {
  const { order, view, numbers } = await aSaturday()
  const ready = await order("2026-06-13T14:00:00Z", {
    status: "ready to pick up",
    confirmation: "K7QF-3M2X",
  })
  const tomorrow = await order("2026-06-15T14:00:00Z", {}, "delivery")
  const both = [ready.number, tomorrow.number]
  expect(await numbers("pack", { search: "rosa" })).toEqual(both)
  expect(await numbers("pack", { search: "sugar" })).toEqual(both)
  expect(await numbers("pack", { search: String(ready.number) })).toEqual([ready.number])
  expect(await numbers("pack", { search: "k7qf-3m2x" })).toEqual([ready.number])
  expect(await numbers("done", { search: "0111" })).toEqual([tomorrow.number])
  expect(await numbers("pack", { search: "nobody" })).toEqual([])
  expect((await view("pack", { search: "sugar" })).counts).toMatchObject({ pack: 1, ready: 1 })
})
