import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { sweepEvents } from "#core/payments/process-event.server.ts"
import { sendRefund, sweepDueRefunds } from "#core/payments/send-refund.server.ts"
import { checkouts, markets, orders, refunds } from "#db/schema/index.ts"
import { goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor, personIn } from "#tests/support/database.ts"

const checkout = useCheckout()

async function aPaidOrder() {
  const product = await checkout.aVegetable({ priceCents: 1234, stock: 8 })
  const shopper = await checkout.shopper()
  await goToCheckout(shopper, [{ productId: product.id, quantity: 3 }])
  const paid = await payByCard(shopper, checkout.sandbox.stripe)
  await completeCheckout(checkout.system(), paid)
  const [order] = await checkout.database.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, paid.checkoutId))
  const [market] = await checkout.database.db.select().from(markets).where(eq(markets.id, order!.marketId))
  const actor = personIn("seller", market!.userId, market!.id)
  return {
    order: order!,
    product,
    paymentId: paid.paymentId,
    seller: ctxFor(checkout.database, actor, checkout.parts()),
  }
}

const chargedBack = async (orderId: string) =>
  (await checkout.database.db.select().from(orders).where(eq(orders.id, orderId)))[0]!.chargedBackAt !== null

async function control(action: string, body: object) {
  const answer = await fetch(`${checkout.sandbox.base}/_sandbox/${action}`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

describe("a cancelled order", () => {
  it("is refunded at the provider in full and once, and its stock is back", {
    tags: ["REFUND-1"],
  }, async () => {
    const { order, product, paymentId, seller } = await aPaidOrder()
    expect(await stockOf(checkout.database.db, product.variantId)).toBe(5)
    await cancelSellerOrder(seller, { orderId: order.id, reason: "The frost took them." })
    expect(await stockOf(checkout.database.db, product.variantId)).toBe(8)
    const [refund] = await checkout.database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    await sendRefund(checkout.system(), { refundId: refund!.id })
    await sendRefund(checkout.system(), { refundId: refund!.id })
    const sent = await checkout.sandbox.stripe.refunds.list({ payment_intent: paymentId })
    expect(sent.data.map((one) => one.amount)).toEqual([order.totalCents])
    expect(await checkLedger(checkout.system())).toEqual([])
  })
})

describe("a dispute at the provider", () => {
  it("takes the order's money off the books, and puts it back when it is won", {
    tags: ["REFUND-7"],
  }, async () => {
    const { order, paymentId } = await aPaidOrder()
    const [row] = await checkout.database.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, order.checkoutId))
    expect(row!.stripePaymentIntentId).toBe(paymentId)
    const dispute = await control("dispute", { charge: row!.stripeChargeId })
    await sweepEvents(checkout.system())
    checkout.clock.advance({ minutes: 2 })
    await sweepEvents(checkout.system())
    expect(await chargedBack(order.id)).toBe(true)
    expect(await checkLedger(checkout.system())).toEqual([])
    await control("close-dispute", { dispute: dispute.id, outcome: "won" })
    await sweepEvents(checkout.system())
    checkout.clock.advance({ minutes: 2 })
    await sweepEvents(checkout.system())
    expect(await chargedBack(order.id)).toBe(false)
    expect(await checkLedger(checkout.system())).toEqual([])
  })

  it("keeps a refund due until the bank has decided for us, and sends it then", {
    tags: ["REFUND-10"],
  }, async () => {
    const { order, paymentId, seller } = await aPaidOrder()
    await cancelSellerOrder(seller, { orderId: order.id, reason: "The frost took them." })
    const { stripe } = checkout.sandbox
    const payment = await stripe.paymentIntents.retrieve(paymentId)
    const dispute = await control("dispute", { charge: payment.latest_charge })
    const refund = async () =>
      (await checkout.database.db.select().from(refunds).where(eq(refunds.orderId, order.id)))[0]!
    const { id: refundId } = await refund()
    await sendRefund(checkout.system(), { refundId })
    expect(await refund()).toMatchObject({ status: "due", lastError: expect.stringContaining("bank") })
    await control("close-dispute", { dispute: dispute.id, outcome: "won" })
    checkout.clock.advance({ minutes: 2 })
    expect(await sweepDueRefunds(checkout.system())).toMatchObject({ failed: 0 })
    expect(await refund()).toMatchObject({ status: "done" })
    const sent = await stripe.refunds.list({ payment_intent: paymentId })
    expect(sent.data.map((one) => one.amount)).toEqual([order.totalCents])
  })
})
