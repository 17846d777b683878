import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds } from "#core/checkout/holds.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import { sendRefund, sweepDueRefunds } from "#core/payments/send-refund.server.ts"
import { checkouts, markets, notifications, orders, refunds, variants } from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, portsTo, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { systemCtx } from "#tests/support/database.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable, checkoutRow } = checkout

describe("when time runs out", () => {
  it("gives the stock back, and Pay Now then says that nothing was charged", {
    tags: ["PAY-8", "PAY-17"],
  }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    clock.advance({ minutes: 16 })
    await expireHolds(system())
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject({ code: "hold_expired" })
    expect(await viewCheckout(ctx)).toBeNull()
  })

  it("makes a payment that is under way impossible before its stock is given to others", {
    tags: ["PAY-17"],
  }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const { paymentId } = await beginPayment(ctx, BILLING)
    clock.advance({ minutes: 16 })
    await expireHolds(system())
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    expect((await checkout.sandbox.stripe.paymentIntents.retrieve(paymentId)).status).toBe("canceled")
  })

  it("keeps what was paid in the last moment: it becomes an order instead", {
    tags: ["PAY-18"],
  }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const { checkoutId } = await payByCard(ctx, checkout.sandbox.stripe)
    clock.advance({ minutes: 16 })
    await expireHolds(system())
    expect((await checkoutRow(checkoutId)).status).toBe("completed")
    expect(await stockOf(database.db, melon.variantId)).toBe(0)
  })

  async function paidTooLate(stock: number) {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const { checkoutId, paymentId } = await payByCard(ctx, checkout.sandbox.stripe)
    // A state that no command creates: the hold is released although its payment was not canceled first.
    await database.db.update(checkouts).set({ status: "released" }).where(eq(checkouts.id, checkoutId))
    await database.db.update(variants).set({ stock }).where(eq(variants.id, melon.variantId))
    return { ctx, checkoutId, paymentId, melon }
  }

  it("takes the stock again for a payment that came too late, if it is still there", {
    tags: ["PAY-18"],
  }, async () => {
    const { ctx, checkoutId, paymentId, melon } = await paidTooLate(3)
    expect(await completeCheckout(ctx, { checkoutId, paymentId })).toMatchObject({ outcome: "completed" })
    expect(await stockOf(database.db, melon.variantId)).toBe(1)
  })

  it("refunds a payment that came too late for sold things, once, and tells the customer", {
    tags: ["PAY-18"],
  }, async () => {
    const { ctx, checkoutId, paymentId, melon } = await paidTooLate(1)
    const answers = [
      await completeCheckout(ctx, { checkoutId, paymentId }),
      await completeCheckout(system(), { checkoutId, paymentId }),
    ]
    expect(answers.map((answer) => answer.outcome)).toEqual(["refunded", "refunded"])
    const [refund] = await database.db.select().from(refunds).where(eq(refunds.checkoutId, checkoutId))
    await sendRefund(system(), { refundId: refund!.id })
    await sendRefund(system(), { refundId: refund!.id })
    const sent = await checkout.sandbox.stripe.refunds.list({ payment_intent: paymentId })
    expect(sent.data.map((row) => row.amount)).toEqual([800])
    expect(await stockOf(database.db, melon.variantId)).toBe(1)
    expect(await database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))).toEqual([])
    const bell = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, ctx.actor.userId))
    expect(bell[0]?.message).toContain("$8.00")
  })

  it("sends a refund by the sweep when its job was lost", { tags: ["PAY-18"] }, async () => {
    const { ctx, checkoutId, paymentId } = await paidTooLate(0)
    await completeCheckout(ctx, { checkoutId, paymentId })
    clock.advance({ minutes: 2 })
    await sweepDueRefunds(system())
    const sent = await checkout.sandbox.stripe.refunds.list({ payment_intent: paymentId })
    expect(sent.data).toHaveLength(1)
  })

  it("stays held while the provider is silent", { timeout: 30_000, tags: ["PAY-19"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    await beginPayment(ctx, BILLING)
    clock.advance({ minutes: 16 })
    const silent = portsTo({ base: "http://127.0.0.1:9" })
    await expireHolds(systemCtx(database, { ...checkout.parts(), ports: silent }))
    expect(await stockOf(database.db, melon.variantId)).toBe(0)
  })
})

describe("a market that stops selling after the hold", () => {
  it("is named at Pay Now, and nothing is charged", { tags: ["PAY-9"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({}, { name: "Corner Stall" })
    await goToCheckout(ctx, [{ productId: melon.id }])
    await database.db.update(markets).set({ onboarded: false }).where(eq(markets.id, melon.marketId))
    await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject({
      code: "market_closed",
      message: expect.stringContaining("Corner Stall"),
    })
  })
})
