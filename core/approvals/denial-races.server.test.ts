import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import type { Transaction } from "#db/client.ts"
import {
  cartLines,
  checkouts,
  couriers,
  deliveries,
  images,
  markets,
  orders,
  refunds,
  variants,
} from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"

const checkout = useCheckout({ connections: 5 })
const { database } = checkout
const { anOffer, aSignedInCourier } = offersIn(database)

type Call = () => Promise<unknown>
type Hold = (tx: Transaction) => Promise<unknown>

/** Runs two calls at once: `first` has its locks and waits for a row that is locked here, then `second` begins. */
async function atOnce(hold: Hold, first: Call, second: Call): Promise<string[]> {
  const calls: Promise<string>[] = []
  await transaction(database.db, async (tx) => {
    await hold(tx)
    for (const call of [first, second])
      await untilWaiting(
        database,
        calls.push(
          call().then(
            () => "done",
            (error: Error) => error.message,
          ),
        ),
      )
  })
  return Promise.all(calls)
}

/** A market whose customer pays at this moment. */
async function aPayment() {
  const { db } = database
  const market = await aMarket(db)
  const certificate = await anImage(db, { ownerId: market.sellerId, container: "identity" })
  await db.update(markets).set({ certificateId: certificate.id }).where(eq(markets.id, market.id))
  const melon = await aProduct(db, market, { stock: 3 })
  const customer = await checkout.shopper()
  const { checkoutId } = await goToCheckout(customer, [{ productId: melon.id, quantity: 2 }])
  return { customer, market, melon, checkoutId, certificate }
}

async function aPaidOne() {
  const payment = await aPayment()
  await payByCard(payment.customer, checkout.sandbox.stripe)
  return payment
}

async function aDelivery() {
  const { db } = database
  const { deliveryId, order } = await anOffer()
  const courier = await aSignedInCourier()
  const { userId } = courier.actor
  const photo = await anImage(db, { ownerId: userId, container: "identity" })
  await db.update(couriers).set({ photoId: photo.id }).where(eq(couriers.userId, userId))
  return { deliveryId, order, courier, photo }
}

async function denial(role: ApplicantRole, userId: string): Promise<Call> {
  const admin = ctxFor(database, (await anAdmin(database.db)).actor)
  const denied = { role, userId, approve: false, reason: "Reported twice." } as const
  return () => decideApplicant(admin, denied, { approval: "approved" })
}

const holdImage =
  ({ id }: { id: string }): Hold =>
  (tx) =>
    tx.select().from(images).where(eq(images.id, id)).for("update")

const approvalOf = async (table: typeof markets | typeof couriers, userId: string) =>
  (await database.db.select({ is: table.approval }).from(table).where(eq(table.userId, userId)))[0]?.is

const ordersOf = (checkoutId: string) =>
  database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))

describe("a seller is denied while a customer pays", { tags: ["PAY-84"] }, () => {
  it("waits for the order that is being placed, and is rejected by its number", async () => {
    const { customer, market, checkoutId } = await aPaidOne()
    const holdCart: Hold = (tx) =>
      tx.select().from(cartLines).where(eq(cartLines.customerId, customer.actor.userId)).for("update")
    const [placed, denied] = await atOnce(
      holdCart,
      () => completeCheckout(customer, { checkoutId }),
      await denial("seller", market.sellerId),
    )
    const [order] = await ordersOf(checkoutId)
    expect([placed, denied]).toEqual([
      "done",
      `This market has open orders: ${order?.number} (pending). Cancel them on their pages, or have the market hand them over first.`,
    ])
    expect(await approvalOf(markets, market.sellerId)).toBe("approved")
  })

  it("gives the payment back whole, and the goods to the shelf, where the denial was first", async () => {
    const { customer, market, melon, checkoutId, certificate } = await aPaidOne()
    const answers = await atOnce(holdImage(certificate), await denial("seller", market.sellerId), () =>
      completeCheckout(customer, { checkoutId }),
    )
    expect(answers).toEqual(["done", "done"])
    expect(await completeCheckout(customer, { checkoutId })).toEqual({
      outcome: "refunded",
      message:
        "Your payment couldn't become an order: your items sold out after your reservation expired, or their market has just closed. The full amount is on its way back to your card.",
    })
    expect(await ordersOf(checkoutId)).toEqual([])
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
    const refunded = await database.db.select().from(refunds).where(eq(refunds.checkoutId, checkoutId))
    expect(refunded).toMatchObject([{ amountCents: 800 }])
    expect(await checkLedger(checkout.system())).toEqual([])
  })

  it("lets nobody begin to pay who came after it", async () => {
    const { customer, market, checkoutId, certificate } = await aPayment()
    const answers = await atOnce(holdImage(certificate), await denial("seller", market.sellerId), () =>
      beginPayment(customer, BILLING),
    )
    expect(answers).toEqual(["done", expect.stringContaining(`${market.name} has just stopped selling.`)])
    expect((await checkout.checkoutRow(checkoutId)).status).toBe("open")
  })

  it("makes no order of a hold that ran out, was paid all the same, and is still on the shelf", async () => {
    const { customer, market, melon, checkoutId } = await aPaidOne()
    await database.db.update(variants).set({ stock: 3 }).where(eq(variants.id, melon.variantId))
    await database.db.update(checkouts).set({ status: "released" }).where(eq(checkouts.id, checkoutId))
    await (await denial("seller", market.sellerId))()
    expect(await completeCheckout(customer, { checkoutId })).toMatchObject({ outcome: "refunded" })
    expect(await ordersOf(checkoutId)).toEqual([])
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
  })
})

describe("a deliverer is denied while they take a delivery", { tags: ["ADMIN-21"] }, () => {
  it("waits for the tap, and is rejected by the order's number", async () => {
    const { courier, deliveryId, order } = await aDelivery()
    const { userId } = courier.actor
    const holdDelivery: Hold = (tx) =>
      tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).for("update")
    const answers = await atOnce(
      holdDelivery,
      () => takeDelivery(courier, deliveryId),
      await denial("deliverer", userId),
    )
    expect(answers).toEqual([
      "done",
      `This courier has order ${order.number} (taken). Release or cancel it on its page first.`,
    ])
    expect(await approvalOf(couriers, userId)).toBe("approved")
  })

  it("leaves nothing in the hands of a courier who taps after it", async () => {
    const { courier, deliveryId, photo } = await aDelivery()
    const { userId } = courier.actor
    const answers = await atOnce(holdImage(photo), await denial("deliverer", userId), () =>
      takeDelivery(courier, deliveryId),
    )
    expect(answers).toEqual(["done", "You can deliver once you are approved and connected with Stripe."])
    const [delivery] = await database.db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
    expect(delivery?.courierId).toBeNull()
  })
})
