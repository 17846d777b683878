import { eq, inArray, sql } from "drizzle-orm"
import fc from "fast-check"
import { expect, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { chooseFulfilment } from "#core/cart/choose-fulfilment.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { beginPayment, startAndPay } from "#core/checkout/begin-payment.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { tableTaxes } from "#core/checkout/table-taxes.ts"
import type { CustomerContext } from "#core/context.ts"
import { cents } from "#core/money.ts"
import {
  carts,
  checkoutLines,
  checkoutMarkets,
  checkouts,
  markets as marketRows,
  outbox,
  products,
  variants,
} from "#db/schema/index.ts"
import { BILLING } from "#tests/support/billing.ts"
import { stockOf, useTill } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const till = useTill()
const db = () => till.database.db

/** A tax provider that is asked as Stripe's is, and answers as the table does: nothing goes at once with it. */
const stepByStep = { ...tableTaxes, provider: "stripe" as const }

async function aCart(ways: Partial<ReturnType<typeof till.parts>["ports"]> = {}, isFilled = true) {
  const parts = till.parts()
  const ctx = ctxFor(till.database, (await aCustomer(db())).actor, {
    ...parts,
    ports: { ...parts.ports, ...ways },
  })
  if (!isFilled) return { ctx, markets: [], products: [] }
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

it("holds and prices exactly what the steps one by one do, and remembers the choice", {
  tags: ["PAY-28"],
}, async () => {
  const atOnce = await aCart()
  const steps = await aCart({ taxes: stepByStep })
  for (const { ctx } of [atOnce, steps]) {
    const { quote } = await viewCart(ctx)
    expect((await startCheckout(ctx, { seen: { fulfilment: "pickup", quote } })).paid).toBe(false)
  }
  const held = await heldOf(atOnce.ctx)
  expect(held).toEqual(await heldOf(steps.ctx))
  expect(held).toMatchObject({
    row: { status: "open", fulfilment: "pickup" },
    cart: { fulfilment: "pickup" },
  })
  for (const { variantId } of atOnce.products) expect(await stockOf(db(), variantId)).toBe(7)
})

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  stock: fc.constantFrom(9, 9, 9, 2, 0),
  priceChange: fc.constantFrom(0, 0, 0, 50),
  isRetired: fc.constantFrom(false, false, false, false, true),
})
const situation = fc.record({
  lines: fc.array(line, { minLength: 0, maxLength: 3 }),
  secondSells: fc.constantFrom(true, true, true, false),
  chosen: fc.constantFrom("pickup" as const, "pickup" as const, "delivery" as const, null),
  seen: fc.constantFrom("right" as const, "right" as const, "wrong" as const, null),
})
type Situation = typeof situation extends fc.Arbitrary<infer S> ? S : never

async function outcomeOf(facts: Situation, ways: Parameters<typeof aCart>[0]) {
  const { ctx } = await aCart(ways, false)
  const markets = [await aMarket(db(), { name: "First" }), await aMarket(db(), { name: "Second" })]
  for (const [index, { quantity, stock, priceChange, isRetired }] of facts.lines.entries()) {
    const product = await aProduct(db(), markets[index % 2]!, {
      ...{ stock: 9, priceCents: 700 + index, name: `Thing ${index}`, category: "Office Supplies" },
    })
    await addToCart(ctx, { productId: product.id, size: "", quantity })
    await db()
      .update(variants)
      .set({ stock, priceCents: cents(700 + index + priceChange) })
      .where(eq(variants.id, product.variantId))
    if (isRetired)
      await db().update(products).set({ retiredAt: new Date() }).where(eq(products.id, product.id))
  }
  if (facts.chosen) await chooseFulfilment(ctx, { fulfilment: facts.chosen })
  if (!facts.secondSells)
    await db().update(marketRows).set({ approval: "denied" }).where(eq(marketRows.id, markets[1]!.id))
  const { quote } = await viewCart(ctx)
  const seen = { fulfilment: "pickup" as const, quote: facts.seen === "wrong" ? "other" : quote }
  const started = await startCheckout(ctx, facts.seen ? { seen } : {}).catch((error: unknown) => error)
  const stock = await db()
    .select({ left: variants.stock })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      inArray(
        products.marketId,
        markets.map(({ id }) => id),
      ),
    )
    .orderBy(products.name)
  const events = await db()
    .select({ event: outbox.event })
    .from(outbox)
    .where(sql`${outbox.payload} ->> 'customerId' = ${ctx.actor.userId}`)
    .orderBy(outbox.id)
  if (started instanceof Error) {
    const { code, message, field } = started as Error & { code?: string; field?: string }
    return { refused: { code, message, field }, stock, events }
  }
  return { held: await heldOf(ctx), stock, events }
}

it("ends as the steps end, whatever stands in the cart", { tags: ["PAY-28"] }, async () => {
  const seen = { held: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(situation, async (facts) => {
      const atOnce = await outcomeOf(facts, {})
      expect(atOnce).toEqual(await outcomeOf(facts, { taxes: stepByStep }))
      if ("held" in atOnce) seen.held += 1
      else seen.refused += 1
    }),
    { numRuns: 150 },
  )
  expect(seen.held).toBeGreaterThan(15)
  expect(seen.refused).toBeGreaterThan(15)
})

it("refuses a price that the page did not show, and holds nothing", { tags: ["CART-13"] }, async () => {
  const { ctx, products } = await aCart()
  const { quote } = await viewCart(ctx)
  await db()
    .update(variants)
    .set({ priceCents: cents(999) })
    .where(eq(variants.id, products[0]!.variantId))
  const proceeding = startCheckout(ctx, { seen: { fulfilment: "pickup", quote } })
  await expect(proceeding).rejects.toMatchObject({ code: "cart_changed" })
  expect(await stockOf(db(), products[0]!.variantId)).toBe(9)
  // Seen and pressed again, it is agreed to.
  const seen = { fulfilment: "pickup" as const, quote: (await viewCart(ctx)).quote }
  await startCheckout(ctx, { seen })
  expect((await heldOf(ctx)).row.itemsCents).toBe(2 * 999 + 2 * 701)
})

it("is one checkout when pressed twice at once", { tags: ["PAY-15"] }, async () => {
  const { ctx, products } = await aCart()
  const seen = { fulfilment: "pickup" as const, quote: (await viewCart(ctx)).quote }
  const [first, second] = await Promise.all([startCheckout(ctx, { seen }), startCheckout(ctx, { seen })])
  expect(first.checkoutId).toBe(second.checkoutId)
  expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
})

it("leaves a cart for delivery, or of no choice yet, to the steps", { tags: ["PAY-28"] }, async () => {
  const { ctx } = await aCart()
  await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "fulfilment" })
  await chooseFulfilment(ctx, { fulfilment: "delivery" })
  await expect(startCheckout(ctx)).rejects.toMatchObject({ field: "shipTo" })
})

it("goes to the till and to the payment in one go, and leaves what the two steps leave", {
  tags: ["PAY-28"],
}, async () => {
  const atOnce = await aCart()
  const continued = await aCart()
  const steps = await aCart()
  const asked = await aCart({ taxes: stepByStep })
  for (const { ctx } of [atOnce, continued, steps, asked])
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
  await startCheckout(continued.ctx)
  await startCheckout(steps.ctx)
  const byStep = await beginPayment(steps.ctx, BILLING)
  for (const { ctx, products } of [atOnce, continued, asked]) {
    const begun = await startAndPay(ctx, BILLING)
    expect(Object.keys(begun.checkout).sort()).toEqual(Object.keys(byStep.checkout).sort())
    expect({ ...begun.checkout.billing, email: null }).toEqual({ ...BILLING, email: null })
    const [held, expected] = [await heldOf(ctx), await heldOf(steps.ctx)]
    expect(withoutNames(held)).toEqual(withoutNames(expected))
    expect(held.row).toMatchObject({ status: "paying", billing: { email: begun.checkout.billing?.email } })
    expect(await stockOf(db(), products[0]!.variantId)).toBe(7)
    // Asked again it is the same payment, and nothing more is held.
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

/** Each of these carts is somebody else's. */
const withoutNames = (held: { row: { billing: object } }) => ({
  ...held,
  row: { ...held.row, billing: { ...held.row.billing, email: null } },
})
