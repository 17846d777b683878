import { eq, sum } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder } from "#core/orders/pack-order.server.ts"
import { PACKING_UNDO_MS } from "#core/orders/packing.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { retryRefund } from "#core/payments/retry-refund.server.ts"
import { settleDispute } from "#core/payments/settle-dispute.server.ts"
import type { CardDispute } from "#core/ports/payments.ts"
import { checkouts, ledgerEntries, notifications, orders, refunds, transfers } from "#db/schema/index.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

async function aPaidOrder(fulfilment: "pickup" | "delivery" = "pickup") {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer, market, product, quantity: 2, fulfilment })
  const paymentId = `pi_${order.number}`
  await db
    .update(checkouts)
    .set({ stripePaymentIntentId: paymentId })
    .where(eq(checkouts.id, order.checkoutId))
  const settle = (state: CardDispute["state"], disputeId = "du_1", isTakenByAnother = false) => {
    const findDispute = async (id: string): Promise<CardDispute> => ({
      id,
      paymentId,
      state,
      isTakenByAnother,
      fees: [],
    })
    const payments = { findDispute } as never
    return settleDispute(systemCtx(database, { ports: { payments } }), disputeId)
  }
  return { order, seller: ctxFor(database, market.actor), settle }
}

async function sumsOf(orderId: string) {
  const rows = await database.db
    .select({ party: ledgerEntries.party, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
  return Object.fromEntries(rows.map((row) => [row.party, row.cents]))
}

const transfersOf = async (orderId: string) =>
  (await database.db.select().from(transfers).where(eq(transfers.orderId, orderId))).map((row) => row.status)

const faults = () => checkLedger(systemCtx(database))

describe("a chargeback", () => {
  it("takes what the order earned back, once however often the webhook comes, and tells the seller", {
    tags: ["REFUND-7"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    for (const state of ["open", "open", "lost", "open"] as const) await settle(state)
    expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
    expect(await transfersOf(order.id)).toEqual(["cancelled"])
    const told = await database.db.select().from(notifications).where(eq(notifications.orderId, order.id))
    expect(told.filter((line) => line.role === "seller")).toHaveLength(1)
    expect((await viewSellerOrder(seller, order.id)).order.chargedBackAt).not.toBeNull()
    expect(await faults()).toEqual([])
  })

  it("gives all of it back when the bank decides for us, and pays it out by a new transfer", {
    tags: ["REFUND-8"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    const before = await sumsOf(order.id)
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    await settle("open")
    await settle("won")
    await settle("won")
    expect(await sumsOf(order.id)).toEqual(before)
    expect((await transfersOf(order.id)).sort()).toEqual(["cancelled", "due"])
    expect(await faults()).toEqual([])
  })

  it("leaves nobody with a debt, or with money, by a delivery fee that moves meanwhile", {
    tags: ["REFUND-7", "REFUND-8"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder("delivery")
    const bySeller = () => chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await bySeller()
    const before = await sumsOf(order.id)
    await settle("open")
    await takeBackOwnDelivery(seller, order.id)
    expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
    await bySeller()
    await markDelivered(seller, order.id)
    expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
    expect(await transfersOf(order.id)).toEqual([])
    expect(await faults()).toEqual([])
    await settle("won")
    expect(await sumsOf(order.id)).toEqual(before)
    expect(await transfersOf(order.id)).toEqual(["due"])
    expect(await faults()).toEqual([])
  })

  it("gives the delivery fee to the one who delivers when it is won, if that changed meanwhile", {
    tags: ["REFUND-8", "MONEY-22"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder("delivery")
    const { seller: sellerCents = 0, platform: platformCents = 0 } = await sumsOf(order.id)
    await settle("open")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    await settle("won")
    expect(await sumsOf(order.id)).toEqual({
      seller: sellerCents + order.deliveryCents,
      platform: platformCents - order.deliveryCents,
    })
    expect(await faults()).toEqual([])
  })

  it("that was won before we heard of it changes nothing", { tags: ["REFUND-8"] }, async () => {
    const { order, settle } = await aPaidOrder()
    const before = await sumsOf(order.id)
    await settle("won")
    expect(await sumsOf(order.id)).toEqual(before)
  })

  it("of a payment that was disputed before is taken back again, and given back again", {
    tags: ["REFUND-8"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    const before = await sumsOf(order.id)
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    for (const disputeId of ["du_1", "du_2"]) {
      await settle("open", disputeId)
      expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
      await settle("won", disputeId)
      expect(await sumsOf(order.id)).toEqual(before)
    }
    expect(await faults()).toEqual([])
  })

  it("is not given back while another dispute of the payment has the money", {
    tags: ["REFUND-8"],
  }, async () => {
    const { order, settle } = await aPaidOrder()
    const before = await sumsOf(order.id)
    await settle("open", "du_1")
    await settle("won", "du_1", true)
    expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
    await settle("won", "du_2")
    expect(await sumsOf(order.id)).toEqual(before)
  })

  it("lets the order be cancelled without giving the money back twice, until the bank gives it to us", {
    tags: ["REFUND-10"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    await settle("open")
    await cancelSellerOrder(seller, { orderId: order.id, reason: "The bank has the money." })
    const owed = () => database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(await owed()).toEqual([])
    expect(await faults()).toEqual([])
    await settle("won")
    expect((await owed()).map((row) => row.amountCents)).toEqual([order.totalCents])
    expect(await sumsOf(order.id)).toEqual({ seller: 0, platform: -44 })
    expect(await faults()).toEqual([])
  })

  it("owes nothing for what an admin cancelled on the way until the bank gives it back, and then all of it", {
    tags: ["ADMIN-20"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder("delivery")
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    const courier = ctxFor(database, (await aCourier(database.db)).actor)
    await takeDelivery(courier, order.delivery!.id)
    await pickUpDelivery(courier, order.delivery!.id)
    const before = await sumsOf(order.id)
    await settle("open")
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    await cancelOrderAsAdmin(admin, { orderId: order.id, reason: "Nobody is home." })
    const owed = () => database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect([await owed(), await transfersOf(order.id), await faults()]).toEqual([[], [], []])
    await settle("won")
    expect((await owed()).map((row) => [row.bearer, row.amountCents])).toEqual([
      ["platform", order.totalCents],
    ])
    expect(await sumsOf(order.id)).toMatchObject({ seller: before.seller, deliverer: 399 })
    expect(await transfersOf(order.id)).toEqual(["due", "due"])
    expect(await faults()).toEqual([])
  })

  it("lets what was not packed be refunded: booked once it is won, and not made once it is lost", {
    tags: ["PACK-2", "REFUND-10"],
  }, async () => {
    const later = () => new Date(Date.now() + PACKING_UNDO_MS)
    for (const decided of ["won", "lost"] as const) {
      const { order, seller, settle } = await aPaidOrder()
      const [line] = (await viewSellerOrder(seller, order.id)).lines
      await packLine(seller, { lineId: line!.id, packedQuantity: 1 })
      await packOrder(seller, { orderId: order.id, bags: 1 })
      await settle("open")
      if (decided === "lost") await settle(decided)
      await settlePacking(systemCtx(database, { now: later }), { orderId: order.id })
      if (decided === "won") await settle(decided)
      const made = await database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
      expect(made.map(({ source, status }) => [source, status])).toEqual(
        decided === "won" ? [["packing", "due"]] : [],
      )
      expect(await faults()).toEqual([])
    }
  })

  it("closes a refund that waited, once the bank has given the money back instead", {
    tags: ["REFUND-10", "MONEY-30"],
  }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    await cancelSellerOrder(seller, { orderId: order.id, reason: "Sold out after all." })
    const refund = async () =>
      (await database.db.select().from(refunds).where(eq(refunds.orderId, order.id)))[0]
    await settle("open")
    expect((await refund())?.status).toBe("due")
    await settle("lost")
    expect(await refund()).toMatchObject({ status: "closed", lastError: expect.stringContaining("bank") })
    const { id: refundId } = (await refund())!
    const steps = (await stepsOf(database.db, "refund", [refundId]))(refundId)
    expect(steps.map(({ move, from, to, actorRole }) => [move, from, to, actorRole])).toEqual([
      ["request", null, "due", "seller"],
      ["close", "due", "closed", "system"],
    ])
    const admin = ctxFor(database, (await anAdmin(database.db)).actor)
    await expect(retryRefund(admin, { refundId })).rejects.toMatchObject({ code: "illegal_move" })
    expect((await refund())?.status).toBe("closed")
    expect(await faults()).toEqual([])
  })

  it("does not touch an order that was cancelled and refunded before", { tags: ["REFUND-10"] }, async () => {
    const { order, seller, settle } = await aPaidOrder()
    await cancelSellerOrder(seller, { orderId: order.id, reason: "Sold out after all." })
    await settle("open")
    const [row] = await database.db.select().from(orders).where(eq(orders.id, order.id))
    expect(row?.chargedBackAt).toBeNull()
    expect(await faults()).toEqual([])
  })
})
