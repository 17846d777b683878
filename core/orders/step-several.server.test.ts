import { eq, inArray } from "drizzle-orm"
import { expect, it } from "vitest"
import { orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { stepSeveral } from "./step-several.server.ts"

const database = useDatabase()

async function threeOrders() {
  const { db } = database
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const made = [await anOrder(db, sold), await anOrder(db, sold), await anOrder(db, sold)] as const
  return { made, ids: made.map(({ id }) => id), seller: ctxFor(database, market.actor) }
}

const statusesOf = async (ids: readonly string[]) => {
  const rows = await database.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.number)
  return rows.map(({ status }) => status)
}

it("makes a step for each order by itself, and names those that can no longer make it", {
  tags: ["TODAY-3"],
}, async () => {
  const { made, ids, seller } = await threeOrders()
  await cancelSellerOrder(seller, { orderId: made[1].id, reason: "It rained." })
  const { done, failed } = await stepSeveral(seller, { step: "setReady", orderIds: ids })
  expect(done.map(({ number }) => number)).toEqual([made[0].number, made[2].number])
  expect(failed).toEqual([{ number: made[1].number, message: expect.stringContaining("canceled") }])
  expect(await statusesOf(ids)).toEqual(["ready to pick up", "cancelled", "ready to pick up"])
})

it("acknowledges several orders", { tags: ["TODAY-3"] }, async () => {
  const { ids, seller } = await threeOrders()
  await database.db.update(orders).set({ acknowledgedAt: null }).where(inArray(orders.id, ids))
  await stepSeveral(seller, { step: "acknowledge", orderIds: ids })
  const rows = await database.db.select().from(orders).where(eq(orders.marketId, seller.actor.marketId))
  expect(rows.every(({ acknowledgedAt }) => acknowledgedAt !== null)).toBe(true)
})

it("does nothing if one of the orders is another market's", { tags: ["TODAY-3"] }, async () => {
  const { ids, seller } = await threeOrders()
  const { ids: theirs } = await threeOrders()
  const mixed = [...ids, theirs[0]!]
  await expect(stepSeveral(seller, { step: "setReady", orderIds: mixed })).rejects.toMatchObject({
    code: "not_found",
  })
  expect(await statusesOf(mixed)).toEqual(["pending", "pending", "pending", "pending"])
})
