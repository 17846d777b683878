import { and, eq, inArray } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { clearCart } from "#core/cart/remove-from-cart.server.ts"
import { NO_TIP } from "#core/cart/tip.ts"
import { chooseFulfilment, updateCart } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cents } from "#core/money.ts"
import type { Database } from "#db/client.ts"
import { carts, checkoutMarkets, checkouts, orders } from "#db/schema/index.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { createTestDatabase, ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { withoutLocks } from "#tests/support/sabotage.ts"
import { beginPayment, enterPayment } from "./begin-payment.server.ts"
import { cancelPayment } from "./cancel-payment.server.ts"
import { changeTip } from "./change-tip.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { startCheckout } from "./start-checkout.server.ts"
import { startHostedCheckout } from "./start-hosted-checkout.server.ts"
import { viewCheckout } from "./view-checkout.server.ts"

const checkout = useCheckout({ connections: 8, zips: true })
const db = () => checkout.database.db

/** A delivery of two melons at $10 that is at checkout. */
async function aDelivery(database: Database = db()) {
  const product = await aProduct(database, await aMarket(database), { priceCents: 1000, stock: 9 })
  const ctx = ctxFor({ db: database }, (await aCustomer(database)).actor, checkout.parts())
  return { ctx, product, ...(await goToCheckout(ctx, [{ productId: product.id, quantity: 2 }], SHIP_TO)) }
}

const amountAt = async (paymentId: string) =>
  (await checkout.sandbox.stripe.paymentIntents.retrieve(paymentId)).amount

const liveOf = (ctx: CustomerContext) =>
  ctx.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, ctx.actor.userId), inArray(checkouts.status, ["open", "paying"])))

describe("the tip of a cart", { tags: ["TIP-1"] }, () => {
  it("is frozen by the next checkout, by each market's items, and is neither taxed nor on a pickup", async () => {
    const { ctx, checkoutId } = await aDelivery()
    const before = (await viewCheckout(ctx))!
    const other = await aProduct(db(), await aMarket(db()), { priceCents: 333 })
    await addToCart(ctx, { productId: other.id, size: "", quantity: 1 })
    await updateCart(ctx, { tip: "15" })
    expect((await startCheckout(ctx)).checkoutId).not.toBe(checkoutId)
    const shown = (await viewCheckout(ctx))!
    expect(shown.tipCents).toBe(350)
    const parts = await db().select().from(checkoutMarkets).where(eq(checkoutMarkets.checkoutId, shown.id))
    expect(parts.map(({ tipCents }) => tipCents).sort()).toEqual([300, 50].sort())
    await updateCart(ctx, { tip: "0" })
    await startCheckout(ctx)
    const untipped = (await viewCheckout(ctx))!
    expect([untipped.taxCents, untipped.tipCents]).toEqual([shown.taxCents, 0])
    expect(untipped.totalCents).toBe(shown.totalCents - 350)
    expect(before.tipCents).toBe(0)
    await updateCart(ctx, { tip: "20" })
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    await startCheckout(ctx)
    expect(await viewCheckout(ctx)).toMatchObject({ tipCents: 0, deliveries: 0 })
  })

  it("continues the same checkout while it stays as it is", async () => {
    const { ctx } = await aDelivery()
    const { checkoutId } = await changeTip(ctx, { tip: "other", tipAmount: cents(450) })
    expect((await startCheckout(ctx)).checkoutId).toBe(checkoutId)
    expect((await changeTip(ctx, { tip: "other", tipAmount: cents(450) })).checkoutId).toBe(checkoutId)
  })

  it("ends with the cart: the next one starts without a tip", async () => {
    const { ctx, product } = await aDelivery()
    await changeTip(ctx, { tip: "20" })
    await addToCart(ctx, { productId: product.id, size: "", quantity: 1 })
    expect((await viewCart(ctx)).tip.percent).toBe(20)
    await clearCart(ctx)
    await addToCart(ctx, { productId: product.id, size: "", quantity: 1 })
    expect((await viewCart(ctx)).tip).toEqual(NO_TIP)
  })
})

describe("a tip that is changed on /pay", { tags: ["TIP-3"] }, () => {
  it("replaces the payment under way, and keeps the end of the hold", async () => {
    const { ctx } = await aDelivery()
    const first = await beginPayment(ctx, BILLING)
    await changeTip(ctx, { tip: "15" })
    const second = await beginPayment(ctx, BILLING)
    expect(second.checkout).toMatchObject({ tipCents: 300, tipPercent: 15 })
    expect(second.checkout.totalCents).toBe(first.checkout.totalCents + 300)
    expect(second.checkout.holdEndsAt).toEqual(first.checkout.holdEndsAt)
    expect(await amountAt(second.paymentId)).toBe(second.checkout.totalCents)
    const { status } = await checkout.sandbox.stripe.paymentIntents.retrieve(first.paymentId)
    expect(status).toBe("canceled")
    expect((await viewCart(ctx)).tip).toEqual({ percent: 15, cents: null })
  })

  it("stays as it is while a payment is being processed, and says so", async () => {
    const { ctx, checkoutId } = await aDelivery()
    await beginPayment(ctx, BILLING)
    const { payments } = ctx.ports
    const processing: CustomerContext = {
      ...ctx,
      ports: {
        ...ctx.ports,
        payments: {
          ...payments,
          cancelPayment: async (id) => ({ ...(await payments.findPayment(id)), state: "processing" }),
        },
      },
    }
    await expect(changeTip(processing, { tip: "15" })).rejects.toMatchObject({
      code: "payment_failed",
      message: expect.stringContaining("still being processed"),
    })
    expect((await viewCart(ctx)).tip).toEqual(NO_TIP)
    expect((await viewCheckout(ctx))?.id).toBe(checkoutId)
  })

  it("does not change what was paid a moment before", async () => {
    const { ctx } = await aDelivery()
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    expect(await changeTip(ctx, { tip: "15" })).toEqual({ checkoutId: paid.checkoutId, paid: true })
    const [order] = await db().select().from(orders).where(eq(orders.checkoutId, paid.checkoutId))
    expect(order).toMatchObject({ tipCents: 0, totalCents: await amountAt(paid.paymentId) })
  })

  it("is not charged by a page that still shows the old total", async () => {
    const { ctx } = await aDelivery()
    const { totalCents: shown } = (await viewCheckout(ctx))!
    await changeTip(ctx, { tip: "20" })
    const refusal = {
      code: "cart_changed",
      message: expect.stringContaining("The total changed in another tab"),
    }
    await expect(beginPayment(ctx, BILLING, { shownCents: shown })).rejects.toMatchObject(refusal)
    const page = { billing: BILLING, successUrl: "http://shop.test/", cancelUrl: "http://shop.test/" }
    await expect(startHostedCheckout(ctx, { ...page, shownCents: shown })).rejects.toMatchObject(refusal)
    expect((await viewCheckout(ctx))?.status).toBe("open")
    const begun = await beginPayment(ctx, BILLING, { shownCents: cents(shown + 400) })
    expect(await amountAt(begun.paymentId)).toBe(shown + 400)
  })

  it("cancels a payment that was recorded only after the checkout was read", async () => {
    const { ctx } = await aDelivery()
    await enterPayment(ctx, { billing: BILLING, holdMinutes: 10 })
    const asRead = (await liveOf(ctx))[0]!
    const { paymentId } = await beginPayment(ctx, BILLING)
    expect(await cancelPayment(ctx, asRead)).toBe("cancelled")
    expect((await checkout.sandbox.stripe.paymentIntents.retrieve(paymentId)).status).toBe("canceled")
    expect((await liveOf(ctx))[0]).toMatchObject({ status: "open", stripePaymentIntentId: null })
  })

  it("charges what the page showed or nothing when Pay Now is pressed in another tab at once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { ctx } = await aDelivery()
      const { totalCents: shown } = (await viewCheckout(ctx))!
      const [paying] = await Promise.allSettled([
        beginPayment(ctx, BILLING, { shownCents: shown }),
        changeTip(ctx, { tip: "20" }),
      ])
      if (paying.status === "rejected") continue
      const { paymentId, checkoutId } = paying.value
      expect(await amountAt(paymentId)).toBe(shown)
      const confirmed = await checkout.sandbox.stripe.paymentIntents
        .confirm(paymentId, { payment_method: "pm_card_visa" })
        .catch(() => null)
      if (confirmed?.status !== "succeeded") continue
      await completeCheckout(ctx, { checkoutId })
      const [order] = await db().select().from(orders).where(eq(orders.checkoutId, checkoutId))
      expect(order).toMatchObject({ tipCents: 0, totalCents: shown })
    }
  })
})

/** Six tabs choose another tip at once. */
async function sixTabs(database: Database) {
  const { ctx, product } = await aDelivery(database)
  const tabs = await Promise.allSettled(
    [100, 200, 300, 400, 500, 600].map((amount) =>
      changeTip(ctx, { tip: "other", tipAmount: cents(amount) }),
    ),
  )
  const [cart] = await database.select().from(carts).where(eq(carts.customerId, ctx.actor.userId))
  const broken = tabs.filter((tab) => tab.status === "rejected" && !(tab.reason instanceof DomainError))
  return { broken, cart: cart!, live: await liveOf(ctx), stock: await stockOf(database, product.variantId) }
}

describe("six tabs that change the tip at once", { tags: ["TIP-3"] }, () => {
  it("leave one checkout with the tip of the cart, and hold its stock once", async () => {
    const { broken, cart, live, stock } = await sixTabs(db())
    expect(broken).toEqual([])
    expect(live).toHaveLength(1)
    expect(live[0]!.tipCents).toBe(cart.tipCents)
    expect(live[0]!.totalCents).toBe(
      live[0]!.itemsCents + live[0]!.taxCents + live[0]!.deliveryCents + cart.tipCents!,
    )
    expect(stock).toBe(7)
  })

  it("go red without the locks", async () => {
    const database = await createTestDatabase({ zips: true })
    const sabotaged = await withoutLocks(database.url, {
      connections: 8,
      dropping: ["drop index checkouts_one_live"],
    })
    const { broken } = await sixTabs(sabotaged.db)
    expect(broken.length).toBeGreaterThan(0)
    await sabotaged.close()
    await database.close()
  })
})
