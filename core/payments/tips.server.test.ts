import { and, eq, sum } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { updateCart } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { cents } from "#core/money.ts"
import { cancelOrder } from "#core/orders/cancel-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deliveries, ledgerEntries, orders, refunds as refundRows } from "#db/schema/index.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { goToCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { refundsIn } from "#tests/support/refunds.ts"

const accounts = usePayoutAccounts({ connections: 4 })
const refunds = refundsIn(accounts)
const { aSignedInCourier } = offersIn(accounts.database)

const db = () => accounts.database.db

/** Cents of the order's tip, by the party that has it. */
async function tipOf(orderId: string) {
  const rows = await db()
    .select({ party: ledgerEntries.party, amountCents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.part, "tip")))
    .groupBy(ledgerEntries.party)
  return Object.fromEntries(
    rows.filter(({ amountCents }) => amountCents !== 0).map((row) => [row.party, row.amountCents]),
  )
}

describe("the tip of a delivery", { tags: ["TIP-2"] }, () => {
  it("is paid with the order, shared by the markets' items, and held until somebody delivers", async () => {
    const { placed, paymentId } = await refunds.aPaidOrder({ markets: 2, tipDollars: 5 })
    const tips = placed.map(({ order }) => order.tipCents)
    expect(tips).toEqual([250, 250])
    const total = placed.reduce((all, { order }) => all + order.totalCents, 0)
    expect((await accounts.sandbox.stripe.paymentIntents.retrieve(paymentId)).amount).toBe(total)
    for (const { order } of placed) {
      expect(order.totalCents).toBe(order.itemsCents + order.taxCents + order.deliveryCents + order.tipCents)
      expect(await tipOf(order.id)).toEqual({ platform: 250 })
    }
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("goes to the seller who delivers, and back when they no longer do", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
    expect(await tipOf(order.id)).toEqual({ seller: 400 })
    await takeBackOwnDelivery(seller, order.id)
    expect(await tipOf(order.id)).toEqual({ platform: 400 })
  })

  it("goes to the courier who takes it", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.orderId, order.id))
    await takeDelivery(await aSignedInCourier(), delivery!.id)
    expect(await tipOf(order.id)).toEqual({ deliverer: 400 })
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("is refunded with an order that is canceled", async () => {
    const { order, seller } = await refunds.aPaidOrder({ tipDollars: 4 })
    await cancelOrder(seller, {
      orderId: order.id,
      by: "seller",
      reason: "Out of stock today.",
      mine: undefined,
    })
    const [made] = await db().select().from(refundRows).where(eq(refundRows.orderId, order.id))
    expect(made).toMatchObject({ tipCents: 400, amountCents: order.totalCents })
    expect(await tipOf(order.id)).toEqual({})
    expect(await checkLedger(accounts.system())).toEqual([])
  })

  it("is refunded in part by an admin alone, never more than was paid", async () => {
    const paid = await refunds.aPaidOrder({ tipDollars: 4 })
    await refunds.refund(paid, { tipCents: cents(150) })
    await expect(refunds.refund(paid, { tipCents: cents(251) })).rejects.toMatchObject({ field: "tip" })
    await refunds.refund(paid, { tipCents: cents(250) })
    const made = await db().select().from(refundRows).where(eq(refundRows.orderId, paid.order.id))
    expect(made.map(({ tipCents, taxCents }) => [tipCents, taxCents])).toEqual([
      [150, 0],
      [250, 0],
    ])
    expect(await checkLedger(accounts.system())).toEqual([])
  })
})

describe("the tip of a cart", { tags: ["TIP-1"] }, () => {
  async function aDelivery() {
    const product = await aProduct(db(), await aMarket(db()), { priceCents: 1000 })
    const ctx = ctxFor(accounts.database, (await aCustomer(db())).actor, accounts.parts())
    return { ctx, ...(await goToCheckout(ctx, [{ productId: product.id, quantity: 2 }], SHIP_TO)) }
  }

  it("replaces the checkout under way when it changes, also while a payment begins", async () => {
    const { ctx, checkoutId } = await aDelivery()
    const first = await beginPayment(ctx, BILLING)
    await updateCart(ctx, { tip: "15" })
    expect((await viewCart(ctx)).tip).toEqual({ percent: 15, cents: null })
    const again = await startCheckout(ctx)
    expect(again.checkoutId).not.toBe(checkoutId)
    expect((await startCheckout(ctx)).checkoutId).toBe(again.checkoutId)
    const second = await beginPayment(ctx, BILLING)
    expect(second.checkout).toMatchObject({ tipCents: 300, tipPercent: 15 })
    expect((await accounts.sandbox.stripe.paymentIntents.retrieve(second.paymentId)).amount).toBe(
      second.checkout.totalCents,
    )
    expect((await accounts.sandbox.stripe.paymentIntents.retrieve(first.paymentId)).status).toBe("canceled")
  })

  it("is charged as it was when the payment began, if both happen at once", async () => {
    const { ctx } = await aDelivery()
    const [begun] = await Promise.all([beginPayment(ctx, BILLING), updateCart(ctx, { tip: "20" })])
    expect(begun.checkout.tipCents).toBe(0)
    expect((await accounts.sandbox.stripe.paymentIntents.retrieve(begun.paymentId)).amount).toBe(
      begun.checkout.totalCents,
    )
    expect(await db().$count(orders, eq(orders.customerId, ctx.actor.userId))).toBe(0)
  })
})
