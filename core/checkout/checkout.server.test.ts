import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { clearCart } from "#core/cart/remove-from-cart.server.ts"
import { changeQuantity, chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { saveShipTo, viewShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import { cents } from "#core/money.ts"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import {
  deliveries,
  ledgerEntries,
  markets,
  notifications,
  orderLines,
  orders,
  outbox,
  variants,
} from "#db/schema/index.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable, checkoutRow } = checkout

describe("going to checkout", { tags: ["PAY-2", "PAY-15", "CART-8", "PAY-16", "CART-14", "PAY-25"] }, () => {
  it("holds the stock, freezes prices, and shares the tax by line", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 5, priceCents: 1000 })
    const shoes = await aVegetable({ category: "Shoes", sizes: { "8": 3 }, priceCents: 12_000 })
    const { checkoutId } = await goToCheckout(ctx, [
      { productId: melon.id, quantity: 2 },
      { productId: shoes.id, size: "8" },
    ])
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
    const row = await checkoutRow(checkoutId)
    // New York: food is exempt; an article of clothing from $110 is taxed at 4%.
    expect(row).toMatchObject({
      status: "open",
      itemsCents: 14_000,
      taxCents: 480,
      deliveryCents: 0,
      totalCents: 14_480,
    })
    expect(row.holdExpiresAt.getTime() - clock.now().getTime()).toBe(15 * 60_000)
    await database.db
      .update(variants)
      .set({ priceCents: cents(9999) })
      .where(eq(variants.id, melon.variantId))
    expect((await startCheckout(ctx)).checkoutId).toBe(checkoutId)
    expect((await viewCheckout(ctx))?.totalCents).toBe(14_480)
  })

  it("is continued by a second tab instead of holding the stock twice", { tags: ["PAY-15"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 5 })
    await fillCart(ctx, [{ productId: melon.id, quantity: 2 }])
    const [first, second] = await Promise.all([startCheckout(ctx), startCheckout(ctx)])
    expect(first.checkoutId).toBe(second.checkoutId)
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
  })

  it("shows customers their own held things as available in their cart", { tags: ["CART-8"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    expect((await viewCart(ctx)).lines[0]).toMatchObject({ available: 2, problem: null })
  })

  it("gives the hold back at once when the cart is cleared", { tags: ["PAY-16"] }, async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 2 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    await clearCart(ctx)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
    expect(await viewCheckout(ctx)).toBeNull()
  })

  it("gives the old hold back and takes the new one when the cart changed", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 5 })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
    const [line] = (await viewCart(ctx)).lines
    await changeQuantity(ctx, { lineId: line!.id, quantity: 5 })
    const second = await startCheckout(ctx)
    expect(second.checkoutId).not.toBe(checkoutId)
    expect(await stockOf(database.db, melon.variantId)).toBe(0)
    expect((await checkoutRow(checkoutId)).status).toBe("released")
  })

  it("charges delivery per market by distance, and taxes it where the law says so", async () => {
    const ctx = await shopper()
    const near = await aVegetable({ priceCents: 1000 })
    const far = await aVegetable(
      { category: "Office Supplies", priceCents: 1000 },
      { lat: 40.7264, lng: -73.9787 },
    )
    const { checkoutId } = await goToCheckout(ctx, [{ productId: near.id }, { productId: far.id }], SHIP_TO)
    const view = await viewCheckout(ctx)
    expect(view?.markets.map((market) => market.deliveryCents)).toEqual([399, 399])
    expect(view?.markets.map((market) => market.taxCents)).toEqual([0, 40 + 16]) // 4% of $10.00 and of $3.99
    expect((await checkoutRow(checkoutId)).totalCents).toBe(2000 + 798 + 56)
    expect(view?.shipTo?.email).toMatch(/@example.test$/)
    expect((await viewShipTo(ctx)).shipTo).toMatchObject({ address: "1 Main St", phone: "212-555-0134" })
  })

  it("names the market that is too far to deliver, holds nothing, and lets pickup go on", async () => {
    const ctx = await shopper()
    const melon = await aVegetable(
      { stock: 3 },
      { name: "Baltimore Beans", lat: 39.2881, lng: -76.5378, state: "MD" },
    )
    await expect(goToCheckout(ctx, [{ productId: melon.id }], SHIP_TO)).rejects.toMatchObject({
      code: "not_deliverable",
      message: expect.stringMatching(
        /^Baltimore Beans is 1\d\d(\.\d)? miles away and delivers up to 25 miles/,
      ),
    })
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    await startCheckout(ctx)
    expect(await stockOf(database.db, melon.variantId)).toBe(2)
  })

  it("names every market that is too far, so that nobody takes one out to meet the next", async () => {
    const ctx = await shopper()
    const place = { lat: 39.2881, lng: -76.5378, state: "MD" } as const
    const [near, beans, corn] = [
      await aVegetable(),
      await aVegetable({}, { ...place, name: "Baltimore Beans" }),
      await aVegetable({}, { ...place, name: "Canton Corn" }),
    ]
    const basket = [near, beans, corn].map(({ id }) => ({ productId: id }))
    await expect(goToCheckout(ctx, basket, SHIP_TO)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Baltimore Beans is [\d.]+ miles away and Canton Corn is [\d.]+ miles away: they deliver up to 25 miles\. Choose Pick up instead, or remove their products/,
      ),
    })
  })

  it("rejects an empty cart, no delivery choice, no address, an unknown zip, and less than 50 cents", async () => {
    const ctx = await shopper()
    await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "fulfilment" })
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "shipTo" })
    await saveShipTo(ctx, { ...SHIP_TO, zip: "00000" })
    await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "zip" })
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    await expect(startCheckout(ctx)).rejects.toThrow("There are no items on your shopping cart")
    const mint = await aVegetable({ priceCents: 49 })
    await addToCart(ctx, { productId: mint.id, size: "", quantity: 1 })
    await expect(startCheckout(ctx)).rejects.toMatchObject({ code: "amount_too_small" })
    expect(await stockOf(database.db, mint.variantId)).toBe(10)
  })

  it("says what became of a line: fewer left, a price not seen yet, a market that stopped selling", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 3 })
    await fillCart(ctx, [{ productId: melon.id, quantity: 3 }])
    await database.db.update(variants).set({ stock: 1 }).where(eq(variants.id, melon.variantId))
    await expect(startCheckout(ctx)).rejects.toMatchObject({ code: "no_inventory", details: { left: 1 } })
    await database.db
      .update(variants)
      .set({ stock: 9, priceCents: cents(500) })
      .where(eq(variants.id, melon.variantId))
    await expect(startCheckout(ctx)).rejects.toMatchObject({ code: "cart_changed" })
    await database.db.update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, melon.marketId))
    await expect(startCheckout(ctx)).rejects.toMatchObject({ code: "market_closed" })
    expect(await stockOf(database.db, melon.variantId)).toBe(9)
  })
})

describe("completing a paid checkout", { tags: ["PAY-11", "PAY-14", "MONEY-2", "PAY-26", "PAY-29"] }, () => {
  it("makes one order per market, books each to the cent, clears the cart and tells everybody", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ priceCents: 1234 })
    const kale = await aVegetable({ priceCents: 777 })
    await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }, { productId: kale.id }], SHIP_TO)
    const { checkoutId, paymentId } = await payByCard(ctx, checkout.sandbox.stripe)
    const completion = await completeCheckout(ctx, { checkoutId })
    const rows = await database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))
    expect(completion).toEqual({ outcome: "completed", orderIds: rows.map((row) => row.id) })
    expect(rows.map((row) => [row.itemsCents, row.deliveryCents, row.status])).toEqual([
      [2468, 399, null],
      [777, 399, null],
    ])
    expect(rows.every((row) => /^[2-9A-Z]{4}-[2-9A-Z]{4}$/.test(row.confirmation))).toBe(true)
    const row = await checkoutRow(checkoutId)
    const charge = await checkout.sandbox.stripe.charges.retrieve(row.stripeChargeId!, {
      expand: ["balance_transaction"],
    })
    const booked = charge.balance_transaction as { fee: number; net: number; amount: number }
    expect(booked.amount).toBe(row.totalCents)
    expect(rows.reduce((sum, order) => sum + order.processorFeeCents, 0)).toBe(booked.fee)
    const entries = await database.db.select().from(ledgerEntries)
    const mine = entries.filter((entry) => rows.some((order) => order.id === entry.orderId))
    expect(mine.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(booked.net)
    expect(await checkLedger(system())).toEqual([])
    expect((await viewCart(ctx)).count).toBe(0)
    expect(
      await database.db.select().from(orderLines).where(eq(orderLines.orderId, rows[0]!.id)),
    ).toMatchObject([{ productName: melon.name, quantity: 2, unitPriceCents: 1234 }])
    expect(
      await database.db.select().from(deliveries).where(eq(deliveries.orderId, rows[0]!.id)),
    ).toMatchObject([{ address: "1 Main St", feeCents: 399, hasDeliverer: null, positionSource: "zip" }])
    const bell = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, ctx.actor.userId))
    expect(bell.map((line) => line.orderId)).toEqual(rows.map((order) => order.id))
    expect(paymentId).toBe(row.stripePaymentIntentId)
  })

  it("says once what it said before, however often and by whomever it is asked", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 4 })
    await goToCheckout(ctx, [{ productId: melon.id }])
    const { checkoutId, paymentId } = await payByCard(ctx, checkout.sandbox.stripe)
    const first = await completeCheckout(ctx, { checkoutId })
    expect(await completeCheckout(system(), { checkoutId, paymentId })).toEqual(first)
    expect(await completeCheckout(ctx, { checkoutId })).toEqual(first)
    expect(await database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))).toHaveLength(1)
    expect(await stockOf(database.db, melon.variantId)).toBe(3)
  })

  it("takes a number for each order, and none where there are orders already", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 4 })
    const buyOne = async () => {
      await goToCheckout(ctx, [{ productId: melon.id }])
      const { checkoutId } = await payByCard(ctx, checkout.sandbox.stripe)
      for (let turn = 0; turn < 3; turn++) await completeCheckout(system(), { checkoutId })
      const [order] = await database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))
      return order?.number ?? 0
    }
    const first = await buyOne()
    expect(first).toBeGreaterThan(100_000)
    expect(await buyOne()).toBe(first + 1)
  })

  it("tells who pays once more that it is paid, and who comes too late that nothing was charged", async () => {
    const ctx = await shopper()
    const melon = await aVegetable({ stock: 5 })
    await goToCheckout(ctx, [{ productId: melon.id }])
    const { checkoutId } = await payByCard(ctx, checkout.sandbox.stripe)
    await completeCheckout(system(), { checkoutId })
    await expect(beginPayment(ctx, BILLING)).rejects.toThrow(/This is already paid/)
    clock.advance({ seconds: 1 })
    await goToCheckout(ctx, [{ productId: melon.id }])
    await clearCart(ctx)
    await expect(beginPayment(ctx, BILLING)).rejects.toThrow(/Nothing was charged\. Go back/)
  })

  it.each(["the browser's return", "the webhook"])(
    "saves the card that paid, and the statement's text with the purchase's number, by %s",
    { tags: ["PURCHASE-1"] },
    async (by) => {
      const ctx = await shopper()
      await goToCheckout(ctx, [{ productId: (await aVegetable()).id }])
      const { checkoutId, paymentId } = await payByCard(ctx, checkout.sandbox.stripe, "pm_card_mastercard")
      await completeCheckout(by === "the webhook" ? system() : ctx, { checkoutId, paymentId })
      const row = await checkoutRow(checkoutId)
      expect(row).toMatchObject({ cardBrand: "mastercard", cardLastFour: "4444" })
      expect(row.statementName).toBe(`PUSHCART* P${row.number}`)
      expect(row.statementName!.length).toBeLessThanOrEqual(22)
    },
  )

  it("does not find another customer's checkout", { tags: ["PAY-27"] }, async () => {
    const [owner, stranger] = [await shopper(), await shopper()]
    const { checkoutId } = await goToCheckout(owner, [{ productId: (await aVegetable()).id }])
    await expect(completeCheckout(stranger, { checkoutId })).rejects.toMatchObject({ code: "not_found" })
    await expect(completeCheckout(stranger, { checkoutId: "x" })).rejects.toMatchObject({ code: "not_found" })
  })

  it.each([
    ["pm_card_chargeDeclined", "card_declined", "Your card was declined."],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "This card has insufficient funds."],
  ])(
    "makes no order of %s, says why, and takes another card for the same payment",
    { tags: ["PAY-5"] },
    async (card, code, text) => {
      const ctx = await shopper()
      const melon = await aVegetable()
      await goToCheckout(ctx, [{ productId: melon.id }])
      const declined = await payByCard(ctx, checkout.sandbox.stripe, card)
      expect(declined.status).toBe(code)
      const answer = await completeCheckout(ctx, declined)
      expect(answer).toMatchObject({ outcome: "unpaid", message: expect.stringContaining(text) })
      const again = await payByCard(ctx, checkout.sandbox.stripe)
      expect(again.paymentId).toBe(declined.paymentId)
      expect(await completeCheckout(ctx, again)).toMatchObject({ outcome: "completed" })
      const charges = await checkout.sandbox.stripe.charges.list({ payment_intent: again.paymentId })
      expect(charges.data.filter((charge) => charge.paid)).toHaveLength(1)
    },
  )
})

it("queues the receipt and the news of each order in the transaction that makes it", async () => {
  const ctx = await shopper()
  await goToCheckout(ctx, [{ productId: (await aVegetable()).id }])
  const paid = await payByCard(ctx, checkout.sandbox.stripe)
  await completeCheckout(ctx, paid)
  const events = await database.db.select({ event: outbox.event, payload: outbox.payload }).from(outbox)
  const mine = events.filter(({ payload }) => JSON.stringify(payload).includes(ctx.actor.userId))
  expect(mine.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["checkout.held", "order.placed", "notification.created", "cart.changed"]),
  )
})
