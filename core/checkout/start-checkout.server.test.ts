import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import { chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { beginPayment, startAndPay } from "#core/checkout/begin-payment.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { cents } from "#core/money.ts"
import { carts, checkoutLines, checkoutMarkets, checkouts, variants } from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { stockOf, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const checkout = useCheckout()
const db = () => checkout.database.db

async function aCart() {
  const ctx = ctxFor(checkout.database, (await aCustomer(db())).actor, checkout.parts())
  const markets = [await aMarket(db()), await aMarket(db())]
  const products = []
  for (const [index, market] of markets.entries()) {
    const category = index === 0 ? "Fruit & Vegetables" : "Office Supplies"
    products.push(
      await aProduct(db(), market, { stock: 9, priceCents: 700 + index, category, name: `Thing ${index}` }),
    )
  }
  for (const product of products) await addToCart(ctx, { productId: product.id, size: "", quantity: 2 })
  return { ctx, markets, products }
}

async function heldOf(ctx: CustomerContext) {
  const [row] = await db().select().from(checkouts).where(eq(checkouts.customerId, ctx.actor.userId))
  const parts = await db().select().from(checkoutMarkets).where(eq(checkoutMarkets.checkoutId, row!.id))
  const lines = await db().select().from(checkoutLines).where(eq(checkoutLines.checkoutId, row!.id))
  const [cart] = await db().select().from(carts).where(eq(carts.customerId, ctx.actor.userId))
  return JSON.parse(
    JSON.stringify({ row: { ...row, taxProvider: null }, parts, lines, cart }, (key, value) =>
      /Id$|^id$|At$/.test(key) ? undefined : value,
    ),
  )
}

it("holds and prices the cart of two markets, and remembers the choice", { tags: ["PAY-28"] }, async () => {
  const { ctx, products } = await aCart()
  const { quote } = await viewCart(ctx)
  const cart = await proceed(ctx, { fulfilment: "pickup", quote })
  expect((await startCheckout(ctx, { cart })).paid).toBe(false)
  expect(await heldOf(ctx)).toMatchObject({
    row: { status: "open", fulfilment: "pickup", itemsCents: 2 * 700 + 2 * 701 },
    parts: [{ itemsCents: 1400 }, { itemsCents: 1402 }],
    cart: { fulfilment: "pickup" },
  })
  for (const { variantId } of products) expect(await stockOf(db(), variantId)).toBe(7)
})

it("rejects a price that the page did not show, and holds nothing", { tags: ["CART-13"] }, async () => {
  const { ctx, products } = await aCart()
  const { quote } = await viewCart(ctx)
  await db()
    .update(variants)
    .set({ priceCents: cents(999) })
    .where(eq(variants.id, products[0]!.variantId))
  const proceeding = proceed(ctx, { fulfilment: "pickup", quote })
  await expect(proceeding).rejects.toMatchObject({ code: "cart_changed" })
  expect(await stockOf(db(), products[0]!.variantId)).toBe(9)
  // The customer has now seen the price: pressing again accepts it.
  const seen = { fulfilment: "pickup" as const, quote: (await viewCart(ctx)).quote }
  await startCheckout(ctx, { cart: await proceed(ctx, seen) })
  expect((await heldOf(ctx)).row.itemsCents).toBe(2 * 999 + 2 * 701)
})

it("keeps the billing address that was typed when the cart changes between two attempts to pay", {
  tags: ["PAY-28"],
}, async () => {
  const { ctx, products } = await aCart()
  await chooseFulfilment(ctx, { fulfilment: "pickup" })
  await startCheckout(ctx)
  await beginPayment(ctx, BILLING)
  await addToCart(ctx, { productId: products[0]!.id, size: "", quantity: 1 })
  const { checkoutId } = await startCheckout(ctx)
  const [row] = await db().select().from(checkouts).where(eq(checkouts.id, checkoutId))
  expect(row).toMatchObject({ status: "open", billing: BILLING })
})

it("is one checkout when pressed twice at once", { tags: ["PAY-15"] }, async () => {
  const { ctx, products } = await aCart()
  const seen = { fulfilment: "pickup" as const, quote: (await viewCart(ctx)).quote }
  const press = async () => startCheckout(ctx, { cart: await proceed(ctx, seen) })
  const [first, second] = await Promise.all([press(), press()])
  expect(first.checkoutId).toBe(second.checkoutId)
  expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
})

it("asks for the delivery choice, and for an address to deliver to", { tags: ["PAY-28"] }, async () => {
  const { ctx } = await aCart()
  await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "fulfilment" })
  await chooseFulfilment(ctx, { fulfilment: "delivery" })
  await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "shipTo" })
})

it("goes to checkout and to the payment in one go, and leaves what the two steps leave", {
  tags: ["PAY-28"],
}, async () => {
  const atOnce = await aCart()
  const continued = await aCart()
  const steps = await aCart()
  for (const { ctx } of [atOnce, continued, steps]) await chooseFulfilment(ctx, { fulfilment: "pickup" })
  await startCheckout(continued.ctx)
  await startCheckout(steps.ctx)
  const byStep = await beginPayment(steps.ctx, BILLING)
  for (const { ctx, products } of [atOnce, continued]) {
    const begun = await startAndPay(ctx, BILLING)
    expect(Object.keys(begun.checkout).sort()).toEqual(Object.keys(byStep.checkout).sort())
    expect({ ...begun.checkout.billing, email: null }).toEqual({ ...BILLING, email: null })
    const [held, expected] = [await heldOf(ctx), await heldOf(steps.ctx)]
    expect(withoutNames(held)).toEqual(withoutNames(expected))
    expect(held.row).toMatchObject({ status: "paying", billing: { email: begun.checkout.billing?.email } })
    expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
    // A repeated call returns the same payment, and no more stock is held.
    expect((await startAndPay(ctx, null)).paymentId).toBe(begun.paymentId)
    expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
  }
})

it("goes to one payment when asked twice at once", { tags: ["PAY-22"] }, async () => {
  const { ctx, products } = await aCart()
  await chooseFulfilment(ctx, { fulfilment: "pickup" })
  const [first, second] = await Promise.all([startAndPay(ctx, BILLING), startAndPay(ctx, BILLING)])
  expect(first.paymentId).toBe(second.paymentId)
  expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
})

/** Each of these carts belongs to a different customer, so the emails and the purchases' numbers differ. */
const withoutNames = (held: { row: { billing: object } }) => ({
  ...held,
  row: { ...held.row, number: null, billing: { ...held.row.billing, email: null } },
})
