import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds } from "#core/checkout/holds.server.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { sendRefund } from "#core/payments/send-refund.server.ts"
import { notifications, orders, refunds } from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout()
const { clock, database, system, shopper, aVegetable, checkoutRow } = checkout
const TOTAL_CENTS = 800

/** A paid payment that names the checkout, as another tab or a mistake at the provider would leave one. */
async function anotherPayment(checkoutId: string, amountCents: number): Promise<string> {
  const { id, status } = await checkout.sandbox.stripe.paymentIntents.create({
    amount: amountCents,
    currency: "usd",
    payment_method: "pm_card_visa",
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    confirm: true,
    metadata: { checkout_id: checkoutId },
  })
  expect(status).toBe("succeeded")
  return id
}

/** Sends the due refunds of a checkout, each twice, and returns the amounts that Stripe then refunded of a payment. */
async function refundedCents(checkoutId: string, paymentId: string): Promise<number[]> {
  const due = await database.db.select().from(refunds).where(eq(refunds.checkoutId, checkoutId))
  for (const { id } of [...due, ...due]) await sendRefund(system(), { refundId: id })
  const sent = await checkout.sandbox.stripe.refunds.list({ payment_intent: paymentId })
  return sent.data.map(({ amount }) => amount)
}

const ordersOf = (checkoutId: string) =>
  database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))

async function messagesTo(userId: string): Promise<string[]> {
  const rows = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
  return rows.map(({ message }) => message)
}

describe("a payment of another amount than the checkout's total", () => {
  it.each([
    ["less", TOTAL_CENTS - 1, "$7.99"],
    ["more", TOTAL_CENTS + 1, "$8.01"],
  ])(
    "makes no order when it is one cent %s, and all of it goes back",
    { tags: ["PAY-42"] },
    async (_, amountCents, told) => {
      const ctx = await shopper()
      const melon = await aVegetable({ stock: 2 })
      const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
      await beginPayment(ctx, BILLING)
      expect((await checkoutRow(checkoutId)).totalCents).toBe(TOTAL_CENTS)
      const paymentId = await anotherPayment(checkoutId, amountCents)

      expect((await completeCheckout(system(), { checkoutId, paymentId })).outcome).toBe("refunded")
      expect((await completeCheckout(ctx, { checkoutId })).outcome).toBe("refunded")

      expect(await ordersOf(checkoutId)).toEqual([])
      expect(await refundedCents(checkoutId, paymentId)).toEqual([amountCents])
      expect(await messagesTo(ctx.actor.userId)).toEqual([expect.stringContaining(told)])
      expect(await checkLedger(system())).toEqual([])
      expect(await stockOf(database.db, melon.variantId), "others may buy these again").toBe(2)
    },
  )

  it("gives no stock back that its hold has given back already", { tags: ["PAY-42"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    clock.advance({ minutes: 16 })
    await expireHolds(system())
    const paymentId = await anotherPayment(checkoutId, TOTAL_CENTS - 1)
    expect((await completeCheckout(system(), { checkoutId, paymentId })).outcome).toBe("refunded")
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
  })
})

describe("a second payment of a completed checkout", () => {
  it("goes back to the card, once, and the order that was paid first stays paid", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 5 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const { checkoutId, paymentId: first } = await payByCard(ctx, checkout.sandbox.stripe)
    const completed = await completeCheckout(ctx, { checkoutId })
    const second = await anotherPayment(checkoutId, TOTAL_CENTS)

    for (const asker of [system(), ctx, system()])
      expect(await completeCheckout(asker, { checkoutId, paymentId: second })).toEqual(completed)

    expect(await ordersOf(checkoutId)).toHaveLength(1)
    expect(await refundedCents(checkoutId, second)).toEqual([TOTAL_CENTS])
    expect(await refundedCents(checkoutId, first)).toEqual([])
    expect((await checkoutRow(checkoutId)).stripePaymentIntentId).toBe(first)
    expect(await messagesTo(ctx.actor.userId)).toContainEqual(
      expect.stringContaining("refunding the full amount"),
    )
    expect(await checkLedger(system())).toEqual([])
  })
})
