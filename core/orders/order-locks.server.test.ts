import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { tableTaxes } from "#core/checkout/table-taxes.ts"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import { returnUnclaimed } from "#core/deliveries/overdue-deliveries.server.ts"
import { releaseDelivery } from "#core/deliveries/release-delivery.server.ts"
import { answerReplacement } from "#core/orders/answer-replacement.server.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { expireReplacement } from "#core/orders/expire-replacement.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { offerReplacement } from "#core/orders/offer-replacement.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder, unpackOrder } from "#core/orders/pack-order.server.ts"
import { refundUnacted } from "#core/orders/refund-unacted.server.ts"
import { remindOfNewOrder } from "#core/orders/remind-of-new-order.server.ts"
import { remindSellers } from "#core/orders/remind-sellers.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { withdrawReplacement } from "#core/orders/withdraw-replacement.server.ts"
import { settleDispute } from "#core/payments/settle-dispute.server.ts"
import { sweepReversals } from "#core/payouts/reverse-transfers.server.ts"
import type { Ports } from "#core/ports/index.ts"
import type { CardDispute } from "#core/ports/payments.ts"
import { checkouts, orders, transfers } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { isInOrder, useWatchedLocks } from "#tests/support/watched-locks.ts"

const database = useDatabase()
const clock = testClock(new Date())
const locks = useWatchedLocks(database)

const system = (ports: Partial<Ports> = {}) => systemCtx(locks.watched, { now: clock.now, ports })

async function aSale(fulfilment: "pickup" | "delivery") {
  const { db } = locks.watched
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const customer = await aCustomer(db)
  const order = await anOrder(db, { customer, market, product, fulfilment })
  return { order, product, market, customer, seller: ctxFor(locks.watched, market.actor, { now: clock.now }) }
}

/** A sale with one item missing, and something of the market to replace it. */
async function aSaleToReplace() {
  const sale = await aSale("pickup")
  const other = await aProduct(locks.watched.db, sale.market)
  const seller = ctxFor(locks.watched, sale.market.actor, { now: clock.now, ports: { taxes: tableTaxes } })
  const lineId = (await viewSellerOrder(seller, sale.order.id)).lines[0]!.id
  const chosen = { variantId: other.variantId, quantity: 1, stockToZero: true }
  return { ...sale, seller, replace: () => offerReplacement(seller, { lineId, ...chosen }) }
}

async function aReplacement() {
  const { replace, ...sale } = await aSaleToReplace()
  const customer = ctxFor(locks.watched, sale.customer.actor, { now: clock.now })
  return { ...sale, customer, offerId: (await replace()).offerId }
}

async function aSignedInCourier() {
  const { actor } = await aCourier(locks.watched.db)
  return ctxFor(locks.watched, actor, { ports: { images: noImages }, now: clock.now })
}

async function anOffer() {
  const { order, ...sale } = await aSale("delivery")
  await chooseCourier(sale.seller, { orderId: order.id, hasDeliverer: false })
  return { order, ...sale, deliveryId: order.delivery!.id }
}

async function aTakenDelivery() {
  const offer = await anOffer()
  const courier = await aSignedInCourier()
  await takeDelivery(courier, offer.deliveryId)
  return { ...offer, courier }
}

async function anOwnDelivery() {
  const sale = await aSale("delivery")
  await chooseCourier(sale.seller, { orderId: sale.order.id, hasDeliverer: true })
  return sale
}

async function aDispute(states: CardDispute["state"][]) {
  const { order, seller } = await aSale("pickup")
  const paymentId = `pi_${order.id}`
  await locks.watched.db
    .update(checkouts)
    .set({ stripePaymentIntentId: paymentId })
    .where(eq(checkouts.id, order.checkoutId))
  const settle = (state: CardDispute["state"]) => {
    const findDispute = async (id: string): Promise<CardDispute> => ({
      id,
      paymentId,
      state,
      isTakenByAnother: false,
      fees: [],
    })
    return settleDispute(system({ payments: { findDispute } as never }), `du_${order.id}`)
  }
  for (const state of states) await settle(state)
  return { order, seller, settle }
}

/** Each command with its own rows: the outer function creates the rows and returns the command. */
const COMMANDS: Record<string, () => Promise<() => Promise<unknown>>> = {
  "mark ready": async () => {
    const { order, seller } = await aSale("pickup")
    return () => setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
  },
  "count a line into the bag": async () => {
    const { order, seller } = await aSale("pickup")
    const lineId = (await viewSellerOrder(seller, order.id)).lines[0]!.id
    return () => packLine(seller, { lineId, packedQuantity: 0, stockToZero: true })
  },
  "mark packed": async () => {
    const { order, seller } = await aSale("pickup")
    return () => packOrder(seller, { orderId: order.id, bags: 1, allAsOrdered: true })
  },
  "undo packed": async () => {
    const { order, seller } = await aSale("pickup")
    await packOrder(seller, { orderId: order.id, bags: 1, allAsOrdered: true })
    return () => unpackOrder(seller, { orderId: order.id })
  },
  "settle what packing changed": async () => {
    const { order, seller } = await aSale("pickup")
    const lineId = (await viewSellerOrder(seller, order.id)).lines[0]!.id
    await packLine(seller, { lineId, packedQuantity: 0 })
    await packOrder(seller, { orderId: order.id, bags: 1 })
    clock.advance({ seconds: 10 })
    return () => settlePacking(system(), { orderId: order.id })
  },
  "offer a replacement": async () => {
    const { replace } = await aSaleToReplace()
    return replace
  },
  "accept a replacement": async () => {
    const { offerId, customer } = await aReplacement()
    return () => answerReplacement(customer, { offerId, answer: "yes" })
  },
  "refuse a replacement": async () => {
    const { offerId, customer } = await aReplacement()
    return () => answerReplacement(customer, { offerId, answer: "no" })
  },
  "take a replacement back": async () => {
    const { offerId, seller } = await aReplacement()
    return () => withdrawReplacement(seller, { offerId })
  },
  "end a replacement in time": async () => {
    const { offerId } = await aReplacement()
    clock.advance({ minutes: 15 })
    return () => expireReplacement(system(), { offerId })
  },
  "mark packed after the time of a replacement": async () => {
    const { order, seller } = await aReplacement()
    clock.advance({ minutes: 15 })
    return () => packOrder(seller, { orderId: order.id, bags: 1, allAsOrdered: true })
  },
  "cancel an order with an open replacement": async () => {
    const { order, seller } = await aReplacement()
    return () => cancelSellerOrder(seller, { orderId: order.id, reason: "Sold out after all." })
  },
  "hand over an order with an open replacement": async () => {
    const { order, seller } = await aReplacement()
    return () => setPickupStatus(seller, { orderId: order.id, status: "picked up" })
  },
  "mark picked up": async () => {
    const { order, seller } = await aSale("pickup")
    return () => setPickupStatus(seller, { orderId: order.id, status: "picked up" })
  },
  "deliver by oneself": async () => {
    const { order, seller } = await aSale("delivery")
    return () => chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
  },
  "not deliver by oneself after all": async () => {
    const { order, seller } = await anOwnDelivery()
    return () => takeBackOwnDelivery(seller, order.id)
  },
  "ship an order": async () => {
    const { order, seller } = await anOwnDelivery()
    return () => shipOrder(seller, { orderId: order.id, carrier: "UPS", trackingNumber: "1Z1" })
  },
  "mark an own delivery delivered": async () => {
    const { order, seller } = await anOwnDelivery()
    return () => markDelivered(seller, order.id)
  },
  "offer a delivery": async () => {
    const { order, seller } = await aSale("delivery")
    return () => chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
  },
  "withdraw an offer": async () => {
    const { order, seller } = await anOffer()
    return () => withdrawOffer(seller, order.id)
  },
  "sweep offers that nobody took": async () => {
    const { deliveryId } = await anOffer()
    await locks.watched.db.execute(
      sql`update deliveries set offered_at = '2020-01-01' where id = ${deliveryId}`,
    )
    return () => returnUnclaimed(system())
  },
  "take a delivery": async () => {
    const { deliveryId } = await anOffer()
    const courier = await aSignedInCourier()
    return () => takeDelivery(courier, deliveryId)
  },
  "give a delivery back": async () => {
    const { courier, deliveryId } = await aTakenDelivery()
    return () => giveBackDelivery(courier, deliveryId)
  },
  "release a courier's delivery": async () => {
    const { deliveryId } = await aTakenDelivery()
    const admin = ctxFor(locks.watched, (await anAdmin(locks.watched.db)).actor)
    return () => releaseDelivery(admin, deliveryId)
  },
  "pick a delivery up": async () => {
    const { courier, deliveryId } = await aTakenDelivery()
    return () => pickUpDelivery(courier, deliveryId)
  },
  "deliver a delivery": async () => {
    const { courier, deliveryId } = await aTakenDelivery()
    await pickUpDelivery(courier, deliveryId)
    return () => deliverDelivery(courier, { deliveryId, photo: new Uint8Array(8) })
  },
  "cancel an order": async () => {
    const { order, seller } = await aSale("pickup")
    return () => cancelSellerOrder(seller, { orderId: order.id, reason: "Sold out after all." })
  },
  "cancel an order that a courier has taken": async () => {
    const { order } = await aTakenDelivery()
    const admin = ctxFor(locks.watched, (await anAdmin(locks.watched.db)).actor, { now: clock.now })
    return () => cancelOrderAsAdmin(admin, { orderId: order.id, reason: "Nobody comes." })
  },
  "remind of an order that waits": async () => {
    const { order } = await aSale("pickup")
    await locks.watched.db.execute(
      sql`update orders set updated_at = ${clock.now()}::timestamptz - interval '30 hours' where id = ${order.id}`,
    )
    return () => remindSellers(system())
  },
  "remind of a new order": async () => {
    const { order, seller } = await aSale("pickup")
    await locks.watched.db
      .update(orders)
      .set({ acknowledgedAt: null, createdAt: new Date("2026-11-23T15:00:00Z") })
      .where(eq(orders.id, order.id))
    const ids = { orderId: order.id, sellerId: seller.actor.userId }
    return () => remindOfNewOrder(system(), ids)
  },
  "refund an order that waited too long": async () => {
    const { order } = await aSale("delivery")
    await locks.watched.db.execute(
      sql`update orders set updated_at = ${clock.now()}::timestamptz - interval '9 days' where id = ${order.id}`,
    )
    return () => refundUnacted(system())
  },
  "charge an order back": async () => {
    const { settle } = await aDispute([])
    return () => settle("open")
  },
  "win a dispute": async () => {
    const { settle } = await aDispute(["open"])
    return () => settle("won")
  },
  "lose a dispute": async () => {
    const { settle } = await aDispute(["open"])
    return () => settle("lost")
  },
  "take a transfer back": async () => {
    const { order, seller, settle } = await aDispute([])
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    await locks.watched.db
      .update(transfers)
      .set({ status: "sent", stripeTransferId: "tr_1" })
      .where(eq(transfers.orderId, order.id))
    await settle("open")
    return () =>
      sweepReversals(system({ payments: { reverseTransfer: async () => ({ id: "trr_1" }) } as never }))
  },
}

it.each(Object.entries(COMMANDS))(
  "locks rows in the one order: %s",
  { tags: ["DATA-5"] },
  async (_, prepare) => {
    const transactions = await locks.locksDuring(await prepare())
    expect(transactions).not.toEqual([])
    expect(transactions.filter((tables) => !isInOrder(tables))).toEqual([])
  },
)
