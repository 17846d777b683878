import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { cents } from "#core/money.ts"
import { checkoutMarkets, variants } from "#db/schema/index.ts"
import { fillCart, useCheckout } from "#tests/support/checkout.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { proceed } from "./proceed.server.ts"
import { changeQuantity } from "./update-cart.server.ts"
import { viewCart } from "./view-cart.server.ts"

const checkout = useCheckout({ connections: 10, zips: true })
const { database } = checkout

/** A customer with one item from each of `count` markets in the cart, for pickup. */
async function aCart(count = 1) {
  const ctx = await checkout.shopper()
  const products = []
  for (let made = 0; made < count; made += 1) {
    const market = await aMarket(database.db)
    await aCalendar(database.db, market)
    products.push(await aProduct(database.db, market))
  }
  await fillCart(
    ctx,
    products.map(({ id }) => ({ productId: id })),
  )
  const { quote, lines, markets } = await viewCart(ctx)
  return { ctx, products, lines, markets, page: { fulfilment: "pickup" as const, quote } }
}

const askedIn = async (checkoutId: string) =>
  (await database.db.select().from(checkoutMarkets).where(eq(checkoutMarkets.checkoutId, checkoutId)))[0]

describe("Proceed Checkout", { tags: ["CART-22"] }, () => {
  it("sets quantities and notes that the page had not sent, whether or not they arrived before it", async () => {
    for (const arrives of [false, true]) {
      const { ctx, markets, lines, page } = await aCart()
      const lineId = lines[0]!.id
      if (arrives) await changeQuantity(ctx, { lineId, quantity: 3 })
      const notes = { [markets[0]!.id]: "Green ones", [crypto.randomUUID()]: "Nobody's" }
      const quantities = { [lineId]: 3, [crypto.randomUUID()]: 9 }
      const cart = await proceed(ctx, { ...page, quantities, notes })
      const { checkoutId } = await startCheckout(ctx, { cart })
      expect((await viewCart(ctx)).lines[0]!.quantity).toBe(3)
      expect(await askedIn(checkoutId)).toMatchObject({ note: "Green ones", itemsCents: 1200 })
    }
  })

  it("still rejects what changed elsewhere and was not chosen on the page, and writes nothing", async () => {
    const { ctx, markets, lines, page } = await aCart()
    const lineId = lines[0]!.id
    await changeQuantity(ctx, { lineId, quantity: 2 })
    const seen = { ...page, quantities: { [lineId]: 1 }, notes: { [markets[0]!.id]: "x" } }
    await expect(proceed(ctx, seen)).rejects.toMatchObject({ code: "cart_changed" })
    expect(await viewCart(ctx)).toMatchObject({ lines: [{ quantity: 2 }], markets: [{ note: null }] })
  })

  it("says at its line that a quantity is above the stock", async () => {
    const { ctx, lines, page } = await aCart()
    const lineId = lines[0]!.id
    await expect(proceed(ctx, { ...page, quantities: { [lineId]: 40 } })).rejects.toMatchObject({
      code: "no_inventory",
      field: `quantities.${lineId}`,
    })
    expect((await viewCart(ctx)).lines[0]!.quantity).toBe(1)
  })

  it("saves nothing of a page of which it rejects anything: choice, prices, notes and quantities stay", async () => {
    const { ctx, products, markets, lines, page } = await aCart(2)
    const [first, second] = markets
    await database.db
      .update(variants)
      .set({ priceCents: cents(450) })
      .where(eq(variants.productId, products[0]!.id))
    const { quote } = await viewCart(ctx)
    const changes = {
      quote,
      notes: { [first!.id]: "Green ones" },
      quantities: { [lines[0]!.id]: 2 },
    }
    const gone = new Date("2020-01-01T12:00:00Z")
    const late = { ...page, ...changes, windows: { [second!.id]: gone } }
    await expect(proceed(ctx, late)).rejects.toMatchObject({
      code: "invalid",
      field: `windows.${second!.id}`,
    })
    const tooMany = {
      ...changes,
      fulfilment: "delivery" as const,
      quantities: { [lines[0]!.id]: 2, [lines[1]!.id]: 900 },
    }
    await expect(proceed(ctx, tooMany)).rejects.toMatchObject({ code: "no_inventory" })
    expect(await viewCart(ctx)).toMatchObject({
      fulfilment: "pickup",
      markets: [{ note: null }, { note: null }],
      lines: [{ quantity: 1, problem: { kind: "price_changed" } }, { quantity: 1 }],
    })
  })

  it("returns the cart as it is stored then", async () => {
    const { ctx, markets, lines, page } = await aCart(2)
    const changes = {
      notes: { [markets[0]!.id]: "Green ones" },
      replacements: { [markets[1]!.id]: "refund" as const },
      quantities: { [lines[1]!.id]: 3 },
    }
    const { view } = await proceed(ctx, { ...page, ...changes })
    expect(view).toEqual(await viewCart(ctx))
    expect(view).toMatchObject({ count: 4, markets: [{ note: "Green ones" }, { replacement: "refund" }] })
  })
})
