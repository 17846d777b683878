import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { add } from "#core/money.ts"
import { orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { countSellerDay } from "./seller-day.server.ts"

const database = useDatabase()
const ZONE = "America/New_York"
/** 9:30 in the evening at the market; the next day in UTC. */
const NOW = new Date("2026-06-14T01:30:00Z")

async function aMarketWith(windows: Record<string, string>) {
  const { db } = database
  const market = await aMarket(db, { timeZone: ZONE })
  const customer = await aCustomer(db)
  const product = await aProduct(db, market)
  const made = Object.entries(windows).map(async ([name, startsAt]) => {
    const window = { startsAt: new Date(startsAt), endsAt: new Date(startsAt) }
    return [name, await anOrder(db, { customer, market, product, window })] as const
  })
  const byName = Object.fromEntries(await Promise.all(made))
  const set = (name: string, facts: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(facts).where(eq(orders.id, byName[name]!.id))
  return { orders: byName, set, seller: ctxFor(database, market.actor, { now: () => NOW }) }
}

it("counts the market's own day: new, to pack, ready, and done with what the market received", {
  tags: ["SELL-14"],
}, async () => {
  const {
    orders: made,
    set,
    seller,
  } = await aMarketWith({
    late: "2026-06-12T14:00:00Z",
    tonight: "2026-06-14T02:00:00Z",
    tomorrow: "2026-06-14T14:00:00Z",
    fresh: "2026-06-14T14:00:00Z",
    ready: "2026-06-13T14:00:00Z",
    done: "2026-06-13T13:00:00Z",
    doneToo: "2026-06-13T13:00:00Z",
    yesterday: "2026-06-12T13:00:00Z",
    cancelled: "2026-06-13T13:00:00Z",
  })
  await set("ready", { status: "ready to pick up" })
  await set("cancelled", { status: "cancelled" })
  await set("fresh", { acknowledgedAt: null })
  const pickedUp = { status: "picked up" } as const
  await set("done", { ...pickedUp, fulfilledAt: new Date("2026-06-13T13:10:00Z") })
  await set("doneToo", { ...pickedUp, fulfilledAt: new Date("2026-06-14T01:00:00Z") })
  await set("yesterday", { ...pickedUp, fulfilledAt: new Date("2026-06-13T03:59:00Z") })
  expect(await countSellerDay(seller, ZONE)).toMatchObject({
    counts: { new: 1, pack: 2, ready: 1, courier: 0, done: 2 },
    receivedCents: add(earnedBy(made.done!), earnedBy(made.doneToo!)),
  })
})

it("names the first of the orders that will be refunded, and counts nothing of another market", {
  tags: ["SELL-14"],
}, async () => {
  const {
    orders: made,
    set,
    seller,
  } = await aMarketWith({
    second: "2026-06-11T14:00:00Z",
    first: "2026-06-10T14:00:00Z",
    soon: "2026-06-14T02:00:00Z",
  })
  for (const name of Object.keys(made)) await set(name, { updatedAt: new Date("2026-06-09T12:00:00Z") })
  const { waiting } = await countSellerDay(seller, ZONE)
  expect(waiting).toEqual({ count: 2, first: { id: made.first!.id, number: made.first!.number } })
  const { seller: stranger } = await aMarketWith({})
  expect(await countSellerDay(stranger, ZONE)).toEqual({
    counts: { new: 0, pack: 0, ready: 0, courier: 0, done: 0 },
    receivedCents: 0,
    waiting: { count: 0, first: null },
  })
})
