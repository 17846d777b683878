import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { checkouts } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { purchasesOf } from "./purchases-of.server.ts"
import { viewOrderCalendar } from "./view-order-calendar.server.ts"
import { viewPurchase, viewRecentPurchase } from "./view-purchase.server.ts"

const database = useDatabase()

async function aPurchase() {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  return { order, purchaseId: order.checkoutId, buyer: ctxFor(database, customer.actor) }
}

describe("a purchase", () => {
  it("is found by its own customer alone, and so is an order's calendar file", {
    tags: ["PURCHASE-4", "PURCHASE-6", "PURCHASE-8"],
  }, async () => {
    const { order, purchaseId, buyer } = await aPurchase()
    const { buyer: stranger } = await aPurchase()
    expect((await viewPurchase(buyer, purchaseId)).parts.map(({ id }) => id)).toEqual([order.id])
    expect((await purchasesOf(buyer, [order]))(order)).toMatchObject({
      id: purchaseId,
      totalCents: order.totalCents,
    })
    for (const ctx of [stranger, ctxFor(database, (await aCustomer(database.db)).actor)]) {
      await expect(viewPurchase(ctx, purchaseId)).rejects.toMatchObject({ code: "not_found" })
      expect(await viewRecentPurchase(ctx, purchaseId)).toBeNull()
      expect((await purchasesOf(ctx, [order]))(order)).toBeNull()
      await expect(viewOrderCalendar(ctx, order.id)).rejects.toMatchObject({ code: "not_found" })
    }
  })

  it("is none before it is paid, and no recent one an hour later", {
    tags: ["PAY-13", "PURCHASE-4"],
  }, async () => {
    const { purchaseId, buyer } = await aPurchase()
    expect((await viewRecentPurchase(buyer, null))?.id).toBe(purchaseId)
    const completedAt = new Date(Date.now() - 61 * 60_000)
    const change = (set: object) => database.db.update(checkouts).set(set).where(eq(checkouts.id, purchaseId))
    await change({ completedAt })
    expect(await viewRecentPurchase(buyer, purchaseId)).toBeNull()
    expect((await viewPurchase(buyer, purchaseId)).paidAt).toEqual(completedAt)
    await change({ status: "refunded" })
    await expect(viewPurchase(buyer, purchaseId)).rejects.toMatchObject({ code: "not_found" })
    await expect(viewPurchase(buyer, "nonsense")).rejects.toMatchObject({ code: "not_found" })
  })
})
