import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { cents } from "#core/money.ts"
import { cartLines, markets, products, variants } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { addToCart } from "./add-to-cart.server.ts"
import { proceed } from "./proceed.server.ts"
import { clearCart, removeLine } from "./remove-from-cart.server.ts"
import { changeQuantity, chooseFulfilment } from "./update-cart.server.ts"
import { viewCart } from "./view-cart.server.ts"

const database = useDatabase()
const shopper = async () => ctxFor(database, (await aCustomer(database.db)).actor)
const vegetable = async (facts = {}) => aProduct(database.db, await aMarket(database.db), facts)

describe("adding to the cart", () => {
  it("keeps products of several markets in one cart, and adds up more of the same", {
    tags: ["CART-5"],
  }, async () => {
    const ctx = await shopper()
    const [melon, kale] = [await vegetable(), await vegetable({ priceCents: 125 })]
    await addToCart(ctx, { productId: melon.id, size: "", quantity: 2 })
    await addToCart(ctx, { productId: kale.id, size: "", quantity: 1 })
    await addToCart(ctx, { productId: melon.id, size: "", quantity: 1 })
    const cart = await viewCart(ctx)
    expect(cart.lines.map((line) => [line.productName, line.quantity])).toEqual([
      [melon.name, 3],
      [kale.name, 1],
    ])
    expect(cart.totalCents).toBe(3 * 400 + 125)
    expect(cart.count).toBe(4)
  })

  it("adds once when the same form comes twice, as after a double click", { tags: ["PROD-9"] }, async () => {
    const ctx = await shopper()
    const input = { productId: (await vegetable()).id, size: "", quantity: 2 }
    const key = crypto.randomUUID()
    const first = await addToCart(ctx, input, key)
    expect(await addToCart(ctx, input, key)).toEqual(first)
    expect((await viewCart(ctx)).count).toBe(2)
    await addToCart(ctx, input, crypto.randomUUID())
    expect((await viewCart(ctx)).count).toBe(4)
  })

  it("takes no more than there is, all that is in the cart counted", { tags: ["CART-16"] }, async () => {
    const ctx = await shopper()
    const few = await vegetable({ stock: 5 })
    const input = { productId: few.id, size: "", quantity: 2 }
    const tooMany = { code: "no_inventory", details: { left: 5 } }
    await expect(addToCart(ctx, { ...input, quantity: 6 })).rejects.toMatchObject(tooMany)
    await addToCart(ctx, input)
    await addToCart(ctx, input)
    await expect(addToCart(ctx, input)).rejects.toMatchObject(tooMany)
    expect((await viewCart(ctx)).count).toBe(4)
  })

  it("remembers of an empty cart too how it is to be brought", { tags: ["CART-16"] }, async () => {
    const ctx = await shopper()
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    expect(await viewCart(ctx)).toMatchObject({ lines: [], fulfilment: "pickup" })
    await addToCart(ctx, { productId: (await vegetable()).id, size: "", quantity: 1 })
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    expect(await viewCart(ctx)).toMatchObject({ count: 1, fulfilment: "delivery" })
  })

  it("says how few are left below six, and only that there is not enough above", {
    tags: ["PROD-8"],
  }, async () => {
    const ctx = await shopper()
    const few = await vegetable({ stock: 5 })
    const many = await vegetable({ stock: 6 })
    await expect(addToCart(ctx, { productId: few.id, size: "", quantity: 6 })).rejects.toMatchObject({
      code: "no_inventory",
      message: "there are only 5 left",
      field: "quantity",
    })
    await expect(addToCart(ctx, { productId: many.id, size: "", quantity: 7 })).rejects.toThrow(
      "there is not enough inventory please choose a different number for quantity",
    )
  })

  it("counts what is in the cart already against the stock", { tags: ["CART-8"] }, async () => {
    const ctx = await shopper()
    const product = await vegetable({ stock: 3 })
    await addToCart(ctx, { productId: product.id, size: "", quantity: 2 })
    await expect(addToCart(ctx, { productId: product.id, size: "", quantity: 2 })).rejects.toThrow(
      "there are only 3 left",
    )
  })

  it("wants a size for clothing and shoes, and one that is sold", {
    tags: ["PROD-7", "CART-9"],
  }, async () => {
    const ctx = await shopper()
    const shoes = await vegetable({ category: "Shoes", sizes: { "8": 2, "8.5": 1 } })
    await expect(addToCart(ctx, { productId: shoes.id, size: "", quantity: 1 })).rejects.toMatchObject({
      field: "size",
      message: "Choose a size.",
    })
    await expect(addToCart(ctx, { productId: shoes.id, size: "99", quantity: 1 })).rejects.toMatchObject({
      field: "size",
    })
    await addToCart(ctx, { productId: shoes.id, size: "8.5", quantity: 1 })
    expect((await viewCart(ctx)).lines[0]).toMatchObject({ size: "8.5", available: 1 })
  })

  it("rejects what is retired, unknown, or of a market that may not sell", { tags: ["CART-9"] }, async () => {
    const ctx = await shopper()
    const gone = await vegetable({ retiredAt: new Date() })
    const closed = await aProduct(database.db, await aMarket(database.db, { subscription: "cancelled" }))
    await expect(addToCart(ctx, { productId: gone.id, size: "", quantity: 1 })).rejects.toMatchObject({
      code: "not_found",
    })
    await expect(
      addToCart(ctx, { productId: crypto.randomUUID(), size: "", quantity: 1 }),
    ).rejects.toMatchObject({ code: "not_found" })
    await expect(addToCart(ctx, { productId: closed.id, size: "", quantity: 1 })).rejects.toMatchObject({
      code: "market_closed",
    })
  })
})

describe("changing the cart", () => {
  it("rejects a quantity above the stock with the documented text, and keeps the old one", {
    tags: ["CART-7"],
  }, async () => {
    const ctx = await shopper()
    const product = await vegetable({ stock: 4 })
    const { lineId } = await addToCart(ctx, { productId: product.id, size: "", quantity: 2 })
    await expect(changeQuantity(ctx, { lineId, quantity: 5 })).rejects.toMatchObject({
      code: "no_inventory",
      message: "There is no more inventory",
      details: { left: 4, quantity: 2 },
    })
    expect((await viewCart(ctx)).lines[0]?.quantity).toBe(2)
    await changeQuantity(ctx, { lineId, quantity: 4 })
    expect((await viewCart(ctx)).lines[0]?.quantity).toBe(4)
  })

  it("removes one line, clears them all, and remembers the delivery choice", {
    tags: ["CART-4", "CART-10"],
  }, async () => {
    const ctx = await shopper()
    const first = await addToCart(ctx, { productId: (await vegetable()).id, size: "", quantity: 1 })
    await addToCart(ctx, { productId: (await vegetable()).id, size: "", quantity: 1 })
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    await removeLine(ctx, first)
    expect(await viewCart(ctx)).toMatchObject({ count: 1, fulfilment: "delivery" })
    await clearCart(ctx)
    expect(await viewCart(ctx)).toMatchObject({ count: 0, totalCents: 0, ready: false })
  })

  it("does not find another customer's line, and changes nothing of it", { tags: ["CART-15"] }, async () => {
    const [owner, stranger] = [await shopper(), await shopper()]
    const line = await addToCart(owner, { productId: (await vegetable()).id, size: "", quantity: 2 })
    await expect(changeQuantity(stranger, { ...line, quantity: 1 })).rejects.toMatchObject({
      code: "not_found",
    })
    await removeLine(stranger, line)
    expect((await viewCart(owner)).count).toBe(2)
    expect((await viewCart(stranger)).count).toBe(0)
  })
})

describe("what happened to a line since it was put in the cart", () => {
  async function aLine(stock = 4) {
    const ctx = await shopper()
    const product = await vegetable({ stock })
    await addToCart(ctx, { productId: product.id, size: "", quantity: 3 })
    const problem = async () => (await viewCart(ctx)).lines[0]?.problem
    return { ctx, product, problem }
  }

  it("is nothing, as long as nothing happened", { tags: ["CART-12"] }, async () => {
    const { ctx, problem } = await aLine()
    expect(await problem()).toBeNull()
    expect((await viewCart(ctx)).ready).toBe(true)
  })

  it("tells of fewer left, then of sold out, and blocks", { tags: ["CART-12"] }, async () => {
    const { ctx, product, problem } = await aLine()
    await database.db.update(variants).set({ stock: 2 }).where(eq(variants.productId, product.id))
    expect(await problem()).toMatchObject({ kind: "fewer_left", blocks: true })
    expect((await problem())?.message).toBe(
      `Only 2 of ${product.name} are left. Choose 2 or fewer to continue.`,
    )
    await database.db.update(variants).set({ stock: 1 }).where(eq(variants.productId, product.id))
    expect((await problem())?.message).toBe(`Only 1 of ${product.name} is left. Choose 1 to continue.`)
    await database.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, product.id))
    expect(await problem()).toMatchObject({ kind: "sold_out", blocks: true })
    expect((await viewCart(ctx)).ready).toBe(false)
  })

  it("tells of a market that stopped selling and of a product that was withdrawn", {
    tags: ["CART-12"],
  }, async () => {
    const { product, problem } = await aLine()
    await database.db.update(products).set({ retiredAt: new Date() }).where(eq(products.id, product.id))
    expect(await problem()).toMatchObject({ kind: "retired", blocks: true })
    await database.db
      .update(markets)
      .set({ subscription: "cancelled" })
      .where(eq(markets.id, product.marketId))
    expect(await problem()).toMatchObject({ kind: "market_closed", blocks: true })
  })

  it("tells of a changed price, which the customer accepts by going on from a page that shows it", {
    tags: ["CART-13"],
  }, async () => {
    const { ctx, product, problem } = await aLine()
    const before = (await viewCart(ctx)).quote
    await database.db
      .update(variants)
      .set({ priceCents: cents(450) })
      .where(eq(variants.productId, product.id))
    expect(await problem()).toMatchObject({ kind: "price_changed", blocks: false })
    expect((await problem())?.message).toContain("from $4.00 to $4.50")
    const fulfilment = "pickup"
    await expect(proceed(ctx, { fulfilment, quote: before })).rejects.toMatchObject({ code: "cart_changed" })
    await proceed(ctx, { fulfilment, quote: (await viewCart(ctx)).quote })
    expect(await problem()).toBeNull()
    const [line] = await database.db
      .select()
      .from(cartLines)
      .where(eq(cartLines.customerId, ctx.actor.userId))
    expect(line?.seenPriceCents).toBe(450)
  })
})
