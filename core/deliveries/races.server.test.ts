import { eq, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import type { Database } from "#db/client.ts"
import * as schema from "#db/schema/index.ts"
import { deliveries, ledgerEntries, orders, refunds, variants } from "#db/schema/index.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { offersIn } from "#tests/support/factories/offers.ts"

const ROUNDS = 20
const database = useDatabase()
const { anOffer, aSignedInCourier } = offersIn(database)

/** Two plain connections, without our transaction helper: its retry would hide a wrong lock order. */
let connections: { db: Database; close(): Promise<void> }
beforeAll(() => {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  connections = { db: drizzle(pool, { schema, casing: "snake_case" }), close: () => pool.end() }
})
afterAll(() => connections.close())

const on = <C extends { db: Database }>(ctx: C): C => ({ ...ctx, db: connections.db })

/**
 * Waits for two commands that were sent at the same moment, and returns what each person sees: "done" or the message.
 */
async function bothPress(first: Promise<unknown>, second: Promise<unknown>): Promise<string[]> {
  const results = await Promise.allSettled([first, second])
  return results.map((result) => (result.status === "fulfilled" ? "done" : read(result.reason)))
}

const read = (reason: unknown) =>
  reason instanceof Error && "code" in reason
    ? reason.message
    : `fault: ${String(reason)} ${(reason as Error).cause}`

async function standing(orderId: string) {
  const { db } = database
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId))
  const [fees] = await db
    .select({
      couriers: sql<number>`coalesce(sum(${ledgerEntries.amountCents}) filter (where party = 'deliverer'), 0)::int`,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
  const refunded = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
  return {
    status: order!.status,
    isHeld: delivery!.courierId !== null,
    courierCents: fees!.couriers,
    refunds: refunded.length,
  }
}

const CANCELLED = { status: "cancelled" as const, isHeld: false, courierCents: 0, refunds: 1 }
/** The message for a courier who taps after the order was canceled: a canceled delivery has no courier. */
const NOT_THEIRS = "This delivery was not found."
const MOVED = (status: string) => `This order is "${status}" now, so that can't be done.`

/** Repeats a race often enough that each side wins at least once, and a wrong lock order shows. */
async function race(round: () => Promise<{ orderId: string; answers: string[] }>, allowed: Allowed[]) {
  for (let number = 0; number < ROUNDS; number += 1) {
    const { orderId, answers } = await round()
    expect(allowed).toContainEqual({ answers, ...(await standing(orderId)) })
  }
  expect(await checkLedger(systemCtx(database))).toEqual([])
}
type Allowed = { answers: string[] } & Awaited<ReturnType<typeof standing>>

describe("two people press at the same moment", { tags: ["ORDER-17"], timeout: 120_000 }, () => {
  it("the seller takes the offer back, a courier takes it", async () => {
    const round = async () => {
      const { deliveryId, order, seller } = await anOffer()
      const courier = await aSignedInCourier()
      const answers = await bothPress(
        withdrawOffer(on(seller), order.id),
        takeDelivery(on(courier), deliveryId),
      )
      return { orderId: order.id, answers }
    }
    await race(round, [
      { answers: ["done", "Order was Taken"], status: null, isHeld: false, courierCents: 0, refunds: 0 },
      { answers: [MOVED("taken"), "done"], status: "taken", isHeld: true, courierCents: 399, refunds: 0 },
    ])
  })

  it("the seller cancels, the courier gives it back", async () => {
    const round = async () => {
      const { deliveryId, order, seller } = await anOffer()
      const courier = await aSignedInCourier()
      await takeDelivery(courier, deliveryId)
      const answers = await bothPress(
        cancelSellerOrder(on(seller), { orderId: order.id, reason: "Sold out" }),
        giveBackDelivery(on(courier), deliveryId),
      )
      return { orderId: order.id, answers }
    }
    await race(round, [
      { answers: ["done", "done"], ...CANCELLED },
      { answers: ["done", MOVED("canceled")], ...CANCELLED },
      { answers: ["done", NOT_THEIRS], ...CANCELLED },
    ])
  })

  it("the seller cancels, the courier picks it up", async () => {
    const round = async () => {
      const { deliveryId, order, seller } = await anOffer()
      const courier = await aSignedInCourier()
      await takeDelivery(courier, deliveryId)
      const answers = await bothPress(
        cancelSellerOrder(on(seller), { orderId: order.id, reason: "Sold out" }),
        pickUpDelivery(on(courier), deliveryId),
      )
      return { orderId: order.id, answers }
    }
    await race(round, [
      { answers: ["done", MOVED("canceled")], ...CANCELLED },
      { answers: ["done", NOT_THEIRS], ...CANCELLED },
      {
        answers: ['This order is "picked up" and can\'t be canceled.', "done"],
        status: "picked up" as const,
        isHeld: true,
        courierCents: 399,
        refunds: 0,
      },
    ])
  })

  it("an admin cancels what is carried, the courier delivers it", { tags: ["ADMIN-20"] }, async () => {
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    const round = async () => {
      const { deliveryId, order } = await anOffer()
      const courier = await aSignedInCourier()
      await takeDelivery(courier, deliveryId)
      await pickUpDelivery(courier, deliveryId)
      const answers = await bothPress(
        cancelOrderAsAdmin(on(admin), { orderId: order.id, reason: "Nobody is home" }),
        deliverDelivery(on(courier), { deliveryId, photo: new Uint8Array([1, 2, 3]) }),
      )
      return { orderId: order.id, answers }
    }
    const carried = { ...CANCELLED, courierCents: 399 }
    await race(round, [
      { answers: ["done", MOVED("canceled")], ...carried },
      { answers: ["done", NOT_THEIRS], ...carried },
      {
        answers: ['This order is "delivered" and can\'t be canceled.', "done"],
        status: "delivered" as const,
        isHeld: true,
        courierCents: 399,
        refunds: 0,
      },
    ])
  })

  it("the seller cancels, a courier takes it", async () => {
    const round = async () => {
      const { deliveryId, order, seller, product } = await anOffer()
      const courier = await aSignedInCourier()
      const answers = await bothPress(
        cancelSellerOrder(on(seller), { orderId: order.id, reason: "Sold out" }),
        takeDelivery(on(courier), deliveryId),
      )
      const [variant] = await database.db.select().from(variants).where(eq(variants.productId, product.id))
      expect(variant?.stock).toBe(product.variants[0]!.stock + 1)
      return { orderId: order.id, answers }
    }
    await race(round, [
      { answers: ["done", "Order was Taken"], ...CANCELLED },
      { answers: ["done", "done"], ...CANCELLED },
    ])
  })

  it("one courier takes two", { tags: ["DELIV-5"] }, async () => {
    const taken = { status: "taken", isHeld: true, courierCents: 399, refunds: 0 }
    const SECOND = "Finish your current delivery first."
    for (let number = 0; number < ROUNDS; number += 1) {
      const [first, second] = [await anOffer(), await anOffer()]
      const courier = await aSignedInCourier()
      const answers = await bothPress(
        takeDelivery(on(courier), first.deliveryId),
        takeDelivery(on(courier), second.deliveryId),
      )
      expect(answers.toSorted()).toEqual([SECOND, "done"])
      const winner = answers[0] === "done" ? first : second
      expect(await standing(winner.order.id)).toEqual(taken)
    }
    expect(await checkLedger(systemCtx(database))).toEqual([])
  })
})
