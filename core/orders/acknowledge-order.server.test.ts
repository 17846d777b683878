import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { orderLines, orders, outbox } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { acknowledgeOrder } from "./acknowledge-order.server.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import { listNewOrders } from "./list-new-orders.server.ts"
import { packLine } from "./pack-line.server.ts"
import { packOrder } from "./pack-order.server.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"

const database = useDatabase()

async function aNewOrder(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { priceCents: 450 })
  const order = await anOrder(db, { customer: await aCustomer(db), market, product, fulfilment, quantity: 2 })
  await db.update(orders).set({ acknowledgedAt: null }).where(eq(orders.id, order.id))
  return { order, seller: ctxFor(database, market.actor) }
}

const acknowledgedAt = async (id: string) =>
  (await database.db.select().from(orders).where(eq(orders.id, id)))[0]!.acknowledgedAt

describe("a new order", { tags: ["REACH-107"] }, () => {
  it("is listed with what it earns until somebody at the market acknowledges it, once", async () => {
    const { order, seller } = await aNewOrder()
    expect(await listNewOrders(seller)).toMatchObject([
      { id: order.id, number: order.number, fulfilment: "pickup", items: 2, receivedCents: cents(858) },
    ])
    await acknowledgeOrder(seller, { orderId: order.id })
    const at = await acknowledgedAt(order.id)
    await acknowledgeOrder(seller, { orderId: order.id })
    expect(await acknowledgedAt(order.id)).toEqual(at)
    expect(await listNewOrders(seller)).toEqual([])
    const ofOrder = eq(outbox.event, "order.acknowledged")
    const events = await database.db.select().from(outbox).where(and(ofOrder))
    expect(
      events.filter(({ payload }) => (payload as { orderId: string }).orderId === order.id),
    ).toHaveLength(1)
  })

  it("is acknowledged by the seller's first step", async () => {
    const pickup = await aNewOrder()
    await setPickupStatus(pickup.seller, { orderId: pickup.order.id, status: "ready to pick up" })
    const delivery = await aNewOrder("delivery")
    await chooseCourier(delivery.seller, { orderId: delivery.order.id, hasDeliverer: true })
    for (const { seller, order } of [pickup, delivery]) {
      expect(await listNewOrders(seller)).toEqual([])
      expect(await acknowledgedAt(order.id)).not.toBeNull()
    }
  })

  it("is acknowledged by the first item that is packed, and by packing as a whole", async () => {
    const [one, whole] = [await aNewOrder("delivery"), await aNewOrder("delivery")]
    const [line] = await database.db.select().from(orderLines).where(eq(orderLines.orderId, one.order.id))
    await packLine(one.seller, { lineId: line!.id, packedQuantity: 2 })
    await packOrder(whole.seller, { orderId: whole.order.id, bags: 1, allAsOrdered: true })
    for (const { seller, order } of [one, whole]) {
      expect(await listNewOrders(seller)).toEqual([])
      expect(await acknowledgedAt(order.id)).not.toBeNull()
    }
  })

  it("takes its line in the menu off the count of unseen ones, by Got it or a step", async () => {
    const [seen, moved, open] = [await aNewOrder(), await aNewOrder(), await aNewOrder()]
    for (const { order, seller } of [seen, moved, open]) {
      const line = {
        userId: seller.actor.userId,
        role: "seller",
        orderId: order.id,
        message: "New.",
      } as const
      await transaction(database.db, (tx) => notify(tx, line))
    }
    await acknowledgeOrder(seen.seller, { orderId: seen.order.id })
    await setPickupStatus(moved.seller, { orderId: moved.order.id, status: "ready to pick up" })
    const lines = await Promise.all([seen, moved, open].map(({ seller }) => listNotifications(seller)))
    expect(lines.flat().map((line) => line.seen)).toEqual([true, true, false])
  })

  it("is no longer new once it is canceled, and is not another market's to acknowledge", async () => {
    const { order, seller } = await aNewOrder()
    const other = await aNewOrder()
    await expect(acknowledgeOrder(other.seller, { orderId: order.id })).rejects.toMatchObject({
      code: "not_found",
    })
    await cancelOrder(ctxFor(database, { role: "system" }), {
      orderId: order.id,
      by: "system",
      reason: "Nobody acted.",
      mine: undefined,
    })
    expect(await acknowledgedAt(order.id)).toBeNull()
    expect(await listNewOrders(seller)).toEqual([])
  })
})
