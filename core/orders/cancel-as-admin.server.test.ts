import { eq, sum } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { recordPosition } from "#core/deliveries/courier-position.server.ts"
import { deliverDelivery, pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { activeDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { cents } from "#core/money.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import {
  auditLog,
  courierPositions,
  ledgerEntries,
  orders,
  refunds,
  transfers,
  variants,
} from "#db/schema/index.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { cancelOrderAsAdmin } from "./cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { chooseCourier } from "./choose-courier.server.ts"
import type { GoodsPlace } from "./moves.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"
import { shipOrder } from "./ship-order.server.ts"
import type { Fulfilment } from "./statuses.ts"
import { viewSellerOrder } from "./view-seller-order.server.ts"

const database = useDatabase({ connections: 4 })
const { anOffer, aSignedInCourier } = offersIn(database)

const REASON = "The street is flooded."
const photo = new Uint8Array([1, 2, 3])
const anAdminHere = async () => ctxFor(database, (await anAdmin(database.db)).actor)
const faults = () => checkLedger(systemCtx(database))
const refundsOf = (orderId: string) =>
  database.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.createdAt)
const orderRow = async (orderId: string) =>
  (await database.db.select().from(orders).where(eq(orders.id, orderId)))[0]!

async function sumsOf(orderId: string) {
  const rows = await database.db
    .select({ party: ledgerEntries.party, cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .groupBy(ledgerEntries.party)
  return Object.fromEntries(rows.map((row) => [row.party, row.cents]))
}

const transfersOf = async (orderId: string) =>
  Object.fromEntries(
    (await database.db.select().from(transfers).where(eq(transfers.orderId, orderId))).map((row) => [
      row.party,
      [row.status, row.amountCents],
    ]),
  )

async function shelf(productId: string) {
  const [variant] = await database.db.select().from(variants).where(eq(variants.productId, productId))
  return variant!.stock
}

async function aSale(fulfilment: Fulfilment) {
  const market = await aMarket(database.db)
  const product = await aProduct(database.db, market, { stock: 5 })
  const customer = await aCustomer(database.db)
  const order = await anOrder(database.db, { customer, market, product, fulfilment, quantity: 2 })
  return { order, product, seller: ctxFor(database, market.actor) }
}

/** An order that a courier has picked up. */
async function aCarriedOrder() {
  const offer = await anOffer()
  const courier = await aSignedInCourier()
  await takeDelivery(courier, offer.deliveryId)
  await pickUpDelivery(courier, offer.deliveryId)
  return { ...offer, courier }
}

/** Every status before delivery, and the steps that lead to it. */
const STATUSES: Record<
  string,
  [GoodsPlace, () => Promise<{ order: { id: string }; product: { id: string } }>]
> = {
  "pickup pending": ["market", () => aSale("pickup")],
  "ready to pick up": [
    "market",
    async () => {
      const sale = await aSale("pickup")
      await setPickupStatus(sale.seller, { orderId: sale.order.id, status: "ready to pick up" })
      return sale
    },
  ],
  "no status": ["market", () => aSale("delivery")],
  "delivery pending": [
    "market",
    async () => {
      const sale = await aSale("delivery")
      await chooseCourier(sale.seller, { orderId: sale.order.id, hasDeliverer: true })
      return sale
    },
  ],
  shipped: [
    "carrier",
    async () => {
      const sale = await aSale("delivery")
      await chooseCourier(sale.seller, { orderId: sale.order.id, hasDeliverer: true })
      await shipOrder(sale.seller, { orderId: sale.order.id, carrier: "UPS", trackingNumber: "1Z1" })
      return sale
    },
  ],
  waiting: ["market", anOffer],
  taken: [
    "market",
    async () => {
      const offer = await anOffer()
      await takeDelivery(await aSignedInCourier(), offer.deliveryId)
      return offer
    },
  ],
  "picked up": ["courier", aCarriedOrder],
}

describe("an admin cancels an order", { tags: ["ADMIN-20"] }, () => {
  for (const [status, [place, make]] of Object.entries(STATUSES))
    for (const restock of [undefined, true, false])
      it(`at ${status}, the shelf ${restock === undefined ? "unsaid" : restock ? "filled" : "left alone"}`, async () => {
        const { order, product } = await make()
        const before = await orderRow(order.id)
        const stock = await shelf(product.id)
        const quantity = status === "waiting" || status === "taken" || status === "picked up" ? 1 : 2
        await cancelOrderAsAdmin(await anAdminHere(), {
          orderId: order.id,
          reason: REASON,
          seen: place,
          ...(restock === undefined ? {} : { restock }),
        })
        const isBack = restock ?? place === "market"
        expect(await orderRow(order.id)).toMatchObject({
          status: "cancelled",
          cancelledBy: "admin",
          cancelReason: REASON,
          restocked: isBack,
        })
        expect(await shelf(product.id)).toBe(stock + (isBack ? quantity : 0))
        expect((await refundsOf(order.id)).map((row) => [row.status, row.amountCents])).toEqual([
          ["due", before.totalCents],
        ])
        expect(await faults()).toEqual([])
      })

  it("not once its customer has it", async () => {
    const admin = await anAdminHere()
    const { order, seller } = await aSale("pickup")
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    const carried = await aCarriedOrder()
    await deliverDelivery(carried.courier, { deliveryId: carried.deliveryId, photo })
    for (const orderId of [order.id, carried.order.id])
      await expect(cancelOrderAsAdmin(admin, { orderId, reason: REASON })).rejects.toMatchObject({
        code: "illegal_move",
      })
  })

  it("not where somebody else has the goods than the page showed", async () => {
    const admin = await anAdminHere()
    const { order } = await aCarriedOrder()
    const cancel = cancelOrderAsAdmin(admin, { orderId: order.id, reason: REASON, seen: "market" })
    await expect(cancel).rejects.toMatchObject({ code: "illegal_move" })
    expect((await orderRow(order.id)).status).toBe("picked up")
  })
})

describe("an order that a courier carries, cancelled by an admin", { tags: ["ADMIN-20"] }, () => {
  it("is at the platform's cost: the seller and the courier are paid as for a delivery", async () => {
    const { order } = await aCarriedOrder()
    await cancelOrderAsAdmin(await anAdminHere(), { orderId: order.id, reason: REASON })
    // The platform pays $4.00 of items and $3.99 of delivery; the tax was only held.
    expect(await sumsOf(order.id)).toEqual({ seller: 400 - 21, deliverer: 399, platform: -(400 + 399) - 23 })
    expect(await transfersOf(order.id)).toEqual({ seller: ["due", 400 - 21], deliverer: ["due", 399] })
    expect(await refundsOf(order.id)).toMatchObject([
      { amountCents: order.totalCents, bearer: "platform", source: "cancellation", reason: REASON },
    ])
    expect(await faults()).toEqual([])
  })

  it("gives back what is left of it, after a refund in part", async () => {
    const { order } = await aCarriedOrder()
    const admin = await anAdminHere()
    await refundOrder(admin, {
      orderId: order.id,
      lines: [],
      feeCents: cents(0),
      tipCents: cents(0),
      amountCents: cents(200),
      reason: "late",
      sentence: "",
      bearer: "seller",
    })
    const { seller } = await sumsOf(order.id)
    await cancelOrderAsAdmin(admin, { orderId: order.id, reason: REASON })
    expect((await refundsOf(order.id)).map(({ amountCents }) => amountCents)).toEqual([
      200,
      order.totalCents - 200,
    ])
    expect(await sumsOf(order.id)).toMatchObject({ seller, deliverer: 399 })
    expect(await transfersOf(order.id)).toEqual({ seller: ["due", seller], deliverer: ["due", 399] })
    expect(await faults()).toEqual([])
  })

  it("tells customer, seller and courier, frees the courier and forgets where they are", async () => {
    const { order, deliveryId, buyer, seller, courier, market } = await aCarriedOrder()
    await recordPosition(courier, { deliveryId, lat: 40.751, lng: -73.996, accuracyMeters: 5 })
    await cancelOrderAsAdmin(await anAdminHere(), { orderId: order.id, reason: REASON })
    const [asked] = (await viewDeliveries(courier)).notices
    expect(asked?.message).toBe(
      `Order ${order.number} from ${market.name} was canceled after you picked it up: “${REASON}” ` +
        "You keep the delivery fee. " +
        `Bring the goods back to ${market.name}, 75 9th Ave, New York, NY 10001, or call the market: 212-555-0134.`,
    )
    expect((await listNotifications(buyer))[0]?.message).toContain("Your money is on its way back")
    expect((await listNotifications(seller))[0]?.message).toBe(
      `Order ${order.number} was canceled and refunded: “${REASON}” A courier had picked it up: you keep what you earned for it.`,
    )
    expect((await viewSellerOrder(seller, order.id)).order.fulfilledAt).not.toBeNull()
    const left = eq(courierPositions.deliveryId, deliveryId)
    expect(await database.db.select().from(courierPositions).where(left)).toEqual([])
    expect(await activeDelivery(courier)).toBeNull()
    await takeDelivery(courier, (await anOffer()).deliveryId)
    const lines = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id))
    expect(lines).toMatchObject([
      { details: { courierId: courier.actor.userId, bearer: "platform", restocked: false } },
    ])
  })

  it("stays its seller's loss to nobody: a seller can't cancel it", async () => {
    const { order, seller } = await aCarriedOrder()
    await expect(cancelSellerOrder(seller, { orderId: order.id, reason: REASON })).rejects.toMatchObject({
      code: "illegal_move",
    })
  })
})
