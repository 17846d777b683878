import { eq, sum } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { cancelOrder } from "#core/orders/cancel-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { listCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { ofSeller } from "#core/orders/order-queries.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { ledgerEntries, orders, outbox, refunds, transfers, variants } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

async function aSale(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const customer = await aCustomer(db)
  const market = await aMarket(db)
  const product = await aProduct(db, market, { stock: 5, priceCents: 450 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
  const seller = ctxFor(database, market.actor)
  const buyer = ctxFor(database, customer.actor)
  return { order, seller, buyer, product, market }
}

const sums = (orderId: string) =>
  database.db
    .select({ party: ledgerEntries.party, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
    .orderBy(ledgerEntries.party)

describe("a pickup order", () => {
  it("goes through its statuses, tells the customer, and schedules the seller's money at the end", {
    tags: ["ORDER-6", "NOTE-7", "SALE-15"],
  }, async () => {
    const { order, seller, buyer } = await aSale()
    await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    expect((await listCustomerOrders(buyer, { limit: 1, offset: 0 }))[0]?.order.status).toBe("picked up")
    expect((await listNotifications(buyer)).map((line) => line.message)).toEqual([
      expect.stringMatching(/was picked up\.$/),
      expect.stringMatching(/is ready to pick up\.$/),
    ])
    const due = await database.db.select().from(transfers).where(eq(transfers.orderId, order.id))
    expect(due.map((row) => [row.party, row.amountCents])).toEqual([["seller", 900 - 42]])
  })

  it("is final once picked up", { tags: ["ORDER-6"] }, async () => {
    const { order, seller } = await aSale()
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    await expect(setPickupStatus(seller, { orderId: order.id, status: "pending" })).rejects.toMatchObject({
      code: "illegal_move",
    })
  })

  it("hides another seller's order as not found, and leaves it alone", { tags: ["SALE-14"] }, async () => {
    const { order } = await aSale()
    const { seller: stranger } = await aSale()
    await expect(setPickupStatus(stranger, { orderId: order.id, status: "picked up" })).rejects.toMatchObject(
      { code: "not_found" },
    )
    const [row] = await database.db.select().from(orders).where(eq(orders.id, order.id))
    expect(row?.status).toBe("pending")
  })

  it("gives the delivery fee back to the platform when the seller decides again, until it is shipped", {
    tags: ["SALE-7"],
  }, async () => {
    const { order, seller } = await aSale("delivery")
    const feeOf = async (party: string) =>
      (await database.db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order.id)))
        .filter((entry) => entry.kind === "delivery" && entry.party === party)
        .reduce((total, entry) => total + entry.amountCents, 0)
    for (const _round of [1, 2]) {
      await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
      expect([await feeOf("seller"), await feeOf("platform")]).toEqual([399, 0])
      await takeBackOwnDelivery(seller, order.id)
      expect([await feeOf("seller"), await feeOf("platform")]).toEqual([0, 399])
    }
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await shipOrder(seller, { orderId: order.id, carrier: "UPS", trackingNumber: "1Z999" })
    await expect(takeBackOwnDelivery(seller, order.id)).rejects.toMatchObject({ code: "illegal_move" })
  })

  it("hides another customer's order and notification as not found", { tags: ["ORDER-12"] }, async () => {
    const { order, seller, buyer } = await aSale()
    const { buyer: stranger } = await aSale()
    await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
    const [line] = await listNotifications(buyer)
    await expect(viewCustomerOrder(stranger, order.id)).rejects.toMatchObject({ code: "not_found" })
    await expect(markSeen(stranger, line!.id)).rejects.toMatchObject({ code: "not_found" })
    await markSeen(buyer, line!.id)
    expect((await listNotifications(buyer))[0]?.seen).toBe(true)
  })
})

describe("a delivery order", () => {
  it("brings the fee to the seller whose own person delivers", { tags: ["MONEY-4"] }, async () => {
    const { order, seller } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await shipOrder(seller, { orderId: order.id, carrier: "UPS", trackingNumber: "1Z999" })
    await markDelivered(seller, order.id)
    expect(await sums(order.id)).toEqual([
      { party: "platform", cents: 40 - 14 },
      { party: "seller", cents: 900 - 30 + 399 },
    ])
    const due = await database.db.select().from(transfers).where(eq(transfers.orderId, order.id))
    expect(due.map((row) => row.amountCents)).toEqual([900 - 30 + 399])
  })

  it("is not the seller's to deliver once it was offered to the platform's deliverers", {
    tags: ["SALE-9"],
  }, async () => {
    const { order, seller } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    await expect(markDelivered(seller, order.id)).rejects.toMatchObject({ code: "illegal_move" })
    await expect(chooseCourier(seller, { orderId: order.id, hasDeliverer: true })).rejects.toMatchObject({
      code: "illegal_move",
    })
  })

  it("is cancelled once by two cancels at once: full refund, stock back, ledger at nothing but the lost fee", {
    tags: ["REFUND-1", "NOTE-7"],
  }, async () => {
    const { order, seller, product } = await aSale("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    const cancel = () =>
      cancelOrder(seller, {
        orderId: order.id,
        reason: "The van broke down.",
        by: "seller",
        mine: ofSeller(seller),
      })
    const results = await Promise.allSettled([cancel(), cancel()])
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await listNotifications(seller)).toEqual([])
    expect(await sums(order.id)).toEqual([
      { party: "platform", cents: -44 },
      { party: "seller", cents: 0 },
    ])
    const [stock] = await database.db.select().from(variants).where(eq(variants.productId, product.id))
    expect(stock?.stock).toBe(5 + 2)
    const owed = await database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(owed.map((row) => row.amountCents)).toEqual([order.totalCents])
    const events = await database.db.select().from(outbox).where(eq(outbox.event, "order.cancelled"))
    expect(events).toHaveLength(1)
  })
})
