import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { checkouts, history } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { recordMoves, stepsOf } from "./record-moves.server.ts"

const database = useDatabase()

async function twoOrders() {
  const market = await aMarket(database.db)
  const customer = await aCustomer(database.db)
  const sold = { customer, market, product: await aProduct(database.db, market) }
  const [one, other] = [await anOrder(database.db, sold), await anOrder(database.db, sold)]
  return { customer, one, other, seller: ctxFor(database, market.actor) }
}

describe("the history of moves", () => {
  it("says of each subject what moved, from where, who did it and when, in order", {
    tags: ["HIST-1"],
  }, async () => {
    const { one, other, seller } = await twoOrders()
    const at = new Date("2026-11-02T12:00:00Z")
    const now = () => at
    await transaction(database.db, (tx) =>
      recordMoves({ ...seller, now }, tx, "order", [
        { id: one.id, move: "setReady", from: "pending", to: "ready to pick up" },
        { id: other.id, move: "setReady", from: "pending", to: "ready to pick up" },
        { id: one.id, move: "handOver", from: "ready to pick up", to: "picked up" },
      ]),
    )
    await transaction(database.db, (tx) =>
      recordMoves({ ...systemCtx(database), now }, tx, "checkout", [
        { id: one.checkoutId, move: "complete", from: "paying", to: "completed" },
      ]),
    )
    const steps = await stepsOf(database.db, "order", [one.id, other.id])
    const by = { actorRole: "seller", actorId: seller.actor.userId, at }
    const ready = { move: "setReady", from: "pending", to: "ready to pick up", ...by }
    expect(steps(one.id)).toEqual([
      ready,
      { move: "handOver", from: "ready to pick up", to: "picked up", ...by },
    ])
    expect(steps(other.id)).toEqual([ready])
    const paid = await stepsOf(database.db, "checkout", [one.checkoutId])
    expect(paid(one.checkoutId)).toEqual([
      { move: "complete", from: "paying", to: "completed", actorRole: "system", actorId: null, at },
    ])
    expect((await stepsOf(database.db, "order", []))(one.id)).toEqual([])
  })

  it("takes each step of one subject alone", { tags: ["HIST-1"] }, async () => {
    const { one } = await twoOrders()
    const step = { move: "place", toStatus: "pending", at: new Date() }
    await expect(database.db.insert(history).values(step)).rejects.toThrow()
    await expect(
      database.db.insert(history).values({ ...step, orderId: one.id, checkoutId: one.checkoutId }),
    ).rejects.toThrow()
  })

  it("is not written by anybody who is not signed in", { tags: ["HIST-1"] }, async () => {
    const { one } = await twoOrders()
    const nobody = ctxFor(database, { role: "anonymous" })
    const moves = [{ id: one.id, move: "setReady", from: "pending", to: "ready to pick up" }]
    await expect(transaction(database.db, (tx) => recordMoves(nobody, tx, "order", moves))).rejects.toThrow(
      "Nobody is signed in",
    )
  })

  it("goes with its subject", { tags: ["HIST-3"] }, async () => {
    const { customer } = await twoOrders()
    const none = cents(0)
    const money = { itemsCents: none, taxCents: none, deliveryCents: none, totalCents: none }
    const [checkout] = await database.db
      .insert(checkouts)
      .values({ ...money, customerId: customer.userId, fulfilment: "pickup", holdExpiresAt: new Date() })
      .returning()
    const { id } = checkout!
    const moves = [{ id, move: "release", from: "open", to: "released" }]
    await transaction(database.db, (tx) => recordMoves(systemCtx(database), tx, "checkout", moves))
    await database.db.delete(checkouts).where(eq(checkouts.id, id))
    expect((await stepsOf(database.db, "checkout", [id]))(id)).toEqual([])
  })
})
