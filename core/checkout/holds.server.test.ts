import { describe, expect, it } from "vitest"
import { clearCart, removeLine } from "#core/cart/remove-from-cart.server.ts"
import { changeQuantity } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { beginPayment, startAndPay } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds } from "#core/checkout/holds.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { BILLING } from "#tests/support/billing.ts"
import { fillCart, goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable, checkoutRow } = checkout

const minutesHeld = async (checkoutId: string) =>
  ((await checkoutRow(checkoutId)).holdExpiresAt.getTime() - clock.now().getTime()) / 60_000

/** Advances the clock, with the job that expires holds. */
async function wait(minutes: number) {
  clock.advance({ minutes })
  await expireHolds(system())
}

describe("a hold ends for good", { tags: ["PAY-32"] }, () => {
  it("half an hour after it began, however often a payment is begun", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 9 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 9 }])
    for (let begun = 0; begun < 7; begun += 1) {
      await beginPayment(ctx, BILLING)
      await wait(4)
      expect(await stockOf(database.db, melon.variantId)).toBe(0)
    }
    await beginPayment(ctx, BILLING)
    await wait(3)
    expect(await stockOf(database.db, melon.variantId)).toBe(9)
    await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject({ code: "hold_expired" })
  })

  it("also when the cart is changed meanwhile", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 9 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 9 }])
    const [line] = (await viewCart(ctx)).lines
    clock.advance({ minutes: 14 })
    await changeQuantity(ctx, { lineId: line!.id, quantity: 8 })
    const { checkoutId } = await startCheckout(ctx)
    expect(await minutesHeld(checkoutId)).toBe(15)
    clock.advance({ minutes: 14 })
    await changeQuantity(ctx, { lineId: line!.id, quantity: 9 })
    expect(await minutesHeld((await startCheckout(ctx)).checkoutId)).toBe(2)
  })

  it("after 35 minutes on the provider's own page, which is closed with it", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    clock.advance({ minutes: 14 })
    const pages = {
      billing: BILLING,
      successUrl: "http://localhost/paid",
      cancelUrl: "http://localhost/cart",
    }
    const { checkoutId } = await startHostedCheckout(ctx, pages)
    expect(await minutesHeld(checkoutId)).toBe(35 - 14)
    const page = (await checkoutRow(checkoutId)).stripeCheckoutSessionId!
    await wait(22)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    expect((await checkout.sandbox.stripe.checkout.sessions.retrieve(page)).status).toBe("expired")
  })
})

describe("who does not pay", { tags: ["PAY-33"] }, () => {
  async function letHoldsEnd(ctx: CustomerContext, times: number) {
    for (let hold = 0; hold < times; hold += 1) {
      await startCheckout(ctx)
      await wait(16)
    }
  }

  it("gets five minutes after two holds, and then waits for others", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await fillCart(ctx, [{ productId: melon.id, quantity: 2 }])
    await letHoldsEnd(ctx, 2)
    const { checkoutId } = await startCheckout(ctx)
    expect(await minutesHeld(checkoutId)).toBe(5)
    await beginPayment(ctx, BILLING)
    expect(await minutesHeld(checkoutId)).toBe(5)
    await wait(6)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    await expect(startCheckout(ctx)).rejects.toMatchObject({
      code: "rate_limited",
      message: "You've reserved items three times without paying. Try again in 5 minutes.",
    })
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    clock.advance({ minutes: 5 })
    expect(await minutesHeld((await startCheckout(ctx)).checkoutId)).toBe(5)
  })

  it("keeps 200 of 3,834 units at most, and after an hour for half of the time, who asks for ever", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 3834 })
    await fillCart(ctx, [{ productId: melon.id, quantity: 200 }])
    const held: number[] = []
    for (let minute = 0; minute < 120; minute += 5) {
      await startAndPay(ctx, BILLING).catch(() => {})
      held.push(3834 - (await stockOf(database.db, melon.variantId))!)
      await wait(5)
    }
    const hour = (units: number[]) => Array.from({ length: 6 }, () => units).flat()
    expect(held).toEqual([...hour([200, 200]), ...hour([200, 0])])
  })

  it("has the full time again once something was paid, or a day later", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 9 })
    await fillCart(ctx, [{ productId: melon.id }])
    await letHoldsEnd(ctx, 2)
    await startCheckout(ctx)
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    expect(await completeCheckout(ctx, paid)).toMatchObject({ outcome: "completed" })
    await fillCart(ctx, [{ productId: melon.id }])
    expect(await minutesHeld((await startCheckout(ctx)).checkoutId)).toBe(15)
    await wait(16)
    await letHoldsEnd(ctx, 1)
    clock.advance({ days: 1 })
    expect(await minutesHeld((await startCheckout(ctx)).checkoutId)).toBe(15)
  })
})

describe("an emptied cart", { tags: ["PAY-16"] }, () => {
  it.each([
    ["cleared", (ctx: CustomerContext) => clearCart(ctx)],
    [
      "empty of its last line",
      async (ctx: CustomerContext) => removeLine(ctx, { lineId: (await viewCart(ctx)).lines[0]!.id }),
    ],
  ])("gives back what a payment holds, which nobody can make any more: %s", async (_, empty) => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const { paymentId } = await beginPayment(ctx, BILLING)
    await empty(ctx)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    expect((await checkout.sandbox.stripe.paymentIntents.retrieve(paymentId)).status).toBe("canceled")
  })

  it("keeps what is paid", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    await clearCart(ctx)
    expect(await stockOf(database.db, melon.variantId)).toBe(0)
    expect(await completeCheckout(ctx, paid)).toMatchObject({ outcome: "completed" })
  })
})

describe("more than one checkout takes", { tags: ["CART-18"] }, () => {
  it.each([
    ["201 items", { stock: 300 }, 201, /at most 200 items, and your cart has 201/],
    [
      "more than Stripe takes",
      { stock: 300, priceCents: 9_999_900 },
      11,
      /at most \$50,000\.00.*\$1,099,989\.00/,
    ],
    ["more than an integer takes", { stock: 300, priceCents: 9_999_900 }, 200, /\$19,999,800\.00/],
  ])("is told before anything is held: %s", async (_, facts, quantity, sentence) => {
    const ctx = await shopper()
    const melon = await aVegetable(facts)
    await fillCart(ctx, [{ productId: melon.id, quantity }])
    expect(await viewCart(ctx)).toMatchObject({ ready: false, limit: expect.stringMatching(sentence) })
    for (const go of [() => startCheckout(ctx), () => startAndPay(ctx, BILLING)])
      await expect(go()).rejects.toMatchObject({
        code: "invalid",
        field: "cart",
        message: expect.stringMatching(sentence),
      })
    expect(await stockOf(database.db, melon.variantId)).toBe(300)
  })
})
