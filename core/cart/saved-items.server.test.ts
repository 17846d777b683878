import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { cartMarkets, removedLines, savedLines, variants } from "#db/schema/index.ts"
import { fillCart, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { addToCart } from "./add-to-cart.server.ts"
import { clearCart, listRemoved, putBack, removeLine } from "./remove-from-cart.server.ts"
import { listSaved, moveToCart, removeSaved, saveForLater } from "./saved-items.server.ts"
import { chooseWindow, saveNote } from "./update-cart.server.ts"
import { viewCart, viewCartPage } from "./view-cart.server.ts"

const checkout = useCheckout({ connections: 5 })
const { database, shopper } = checkout
const lineCountOf = async (ctx: Awaited<ReturnType<typeof shopper>>) => (await viewCart(ctx)).lines.length

/** Two items from two markets in a cart for pickup; the first market's part has a time and a note. */
async function aFullCart() {
  const ctx = await shopper()
  const market = await aMarket(database.db, { weekdayHours: "24 hours" })
  const products = [await aProduct(database.db, market), await checkout.aVegetable()]
  await fillCart(
    ctx,
    products.map(({ id }) => ({ productId: id, quantity: 2 })),
  )
  const { times } = await viewCartPage(ctx, null)
  const time = times[market.id]?.flatMap((day) => day.times)[1]
  if (time) await chooseWindow(ctx, { marketId: market.id, startsAt: new Date(time.startsAt) })
  await saveNote(ctx, { marketId: market.id, note: "Green ones" })
  return { ctx, market, products }
}

describe("taking a removal back", { tags: ["CART-17"] }, () => {
  it("puts a cleared cart back as it was: lines, quantities, times, notes and quote", async () => {
    const { ctx, products } = await aFullCart()
    const before = await viewCart(ctx)
    const { removalId } = (await clearCart(ctx))!
    expect(await lineCountOf(ctx)).toBe(0)
    expect((await listRemoved(ctx, { removalId })).map(({ productName }) => productName)).toEqual(
      products.map(({ name }) => name),
    )
    await putBack(ctx, { removalId })
    expect(await viewCart(ctx)).toEqual(before)
    await putBack(ctx, { removalId })
    expect(await viewCart(ctx)).toEqual(before)
    expect(await listRemoved(ctx, { removalId })).toEqual([])
  })

  it("gives back what was held, and adds up with what was added again", async () => {
    const { ctx, products } = await aFullCart()
    await startCheckout(ctx)
    const { removalId } = (await clearCart(ctx))!
    expect(await stockOf(database.db, products[0]!.variantId)).toBe(10)
    await addToCart(ctx, { productId: products[0]!.id, size: "", quantity: 1 })
    await putBack(ctx, { removalId })
    expect((await viewCart(ctx)).lines.map(({ quantity }) => quantity)).toEqual([3, 2])
  })

  it("says of a line that is sold out meanwhile what became of it", async () => {
    const { ctx, products } = await aFullCart()
    const [line] = (await viewCart(ctx)).lines
    const { removalId } = (await removeLine(ctx, { lineId: line!.id }))!
    await database.db.update(variants).set({ stock: 0 }).where(eq(variants.id, products[0]!.variantId))
    await putBack(ctx, { removalId })
    expect((await viewCart(ctx)).lines[0]).toMatchObject({ id: line!.id, problem: { kind: "sold_out" } })
  })

  it("is only the last removal's, and nobody else's", async () => {
    const [mine, theirs] = [await aFullCart(), await shopper()]
    const { lines } = await viewCart(mine.ctx)
    const first = (await removeLine(mine.ctx, { lineId: lines[0]!.id }))!
    expect(await listRemoved(theirs, first)).toEqual([])
    await putBack(theirs, first)
    expect(await lineCountOf(theirs)).toBe(0)
    const second = (await removeLine(mine.ctx, { lineId: lines[1]!.id }))!
    await putBack(mine.ctx, first)
    expect(await lineCountOf(mine.ctx)).toBe(0)
    await putBack(mine.ctx, second)
    expect(await lineCountOf(mine.ctx)).toBe(1)
    expect(await removeLine(mine.ctx, { lineId: crypto.randomUUID() })).toBeNull()
    expect(await removeLine(theirs, { lineId: lines[1]!.id })).toBeNull()
    expect(await database.db.$count(removedLines, eq(removedLines.customerId, mine.ctx.actor.userId))).toBe(0)
  })
})

describe("taking the removal of a saved item back", { tags: ["CART-17", "CART-21"] }, () => {
  async function aSavedList() {
    const ctx = await shopper()
    const products = [await checkout.aVegetable(), await checkout.aVegetable()]
    await fillCart(
      ctx,
      products.map(({ id }) => ({ productId: id, quantity: 3 })),
    )
    for (const { id } of (await viewCart(ctx)).lines) await saveForLater(ctx, { lineId: id })
    return { ctx, products, saved: await listSaved(ctx) }
  }

  it("saves it again as it was and where it stood, once, and puts nothing into the cart", async () => {
    const { ctx, saved, products } = await aSavedList()
    const removal = (await removeSaved(ctx, { savedId: saved[1]!.id }))!
    expect(await listSaved(ctx)).toEqual([saved[0]])
    expect(await listRemoved(ctx, removal)).toEqual([
      { productName: products[0]!.name, quantity: 3, wasSaved: true },
    ])
    await Promise.all([putBack(ctx, removal), putBack(ctx, removal)])
    expect(await listSaved(ctx)).toEqual(saved)
    expect(await lineCountOf(ctx)).toBe(0)
    expect(await listRemoved(ctx, removal)).toEqual([])
  })

  it("keeps what was saved anew meanwhile", async () => {
    const { ctx, saved, products } = await aSavedList()
    const removal = (await removeSaved(ctx, { savedId: saved[1]!.id }))!
    await addToCart(ctx, { productId: products[0]!.id, size: "", quantity: 1 })
    await saveForLater(ctx, { lineId: (await viewCart(ctx)).lines[0]!.id })
    await putBack(ctx, removal)
    expect((await listSaved(ctx)).map(({ quantity }) => quantity)).toEqual([1, 3])
  })

  it("is only the last removal's, of cart and list together, and nobody else's", async () => {
    const { ctx, saved, products } = await aSavedList()
    const theirs = await shopper()
    const first = (await removeSaved(ctx, { savedId: saved[0]!.id }))!
    expect(await listRemoved(theirs, first)).toEqual([])
    await putBack(theirs, first)
    expect(await listSaved(theirs)).toEqual([])
    expect(await removeSaved(theirs, { savedId: saved[1]!.id })).toBeNull()
    await addToCart(ctx, { productId: products[0]!.id, size: "", quantity: 1 })
    const second = (await clearCart(ctx))!
    await putBack(ctx, first)
    expect(await listSaved(ctx)).toHaveLength(1)
    await putBack(ctx, second)
    expect(await lineCountOf(ctx)).toBe(1)
  })
})

describe("saving for later", { tags: ["CART-21"] }, () => {
  it("moves a line out of the cart and back, and frees what was held with the last one", async () => {
    const ctx = await shopper()
    const product = await checkout.aVegetable()
    await fillCart(ctx, [{ productId: product.id, quantity: 3 }])
    await startCheckout(ctx)
    const { lines } = await viewCart(ctx)
    await saveForLater(ctx, { lineId: lines[0]!.id })
    expect(await lineCountOf(ctx)).toBe(0)
    expect(await stockOf(database.db, product.variantId)).toBe(10)
    const [saved] = await listSaved(ctx)
    expect(saved).toMatchObject({ productName: product.name, quantity: 3, unavailable: null })
    await moveToCart(ctx, { savedId: saved!.id })
    expect(await listSaved(ctx)).toEqual([])
    expect((await viewCart(ctx)).lines).toMatchObject([{ productId: product.id, quantity: 3 }])
  })

  it("takes all lines of a market, and keeps its note", async () => {
    const { ctx, market } = await aFullCart()
    await saveForLater(ctx, { marketId: market.id })
    expect((await viewCart(ctx)).markets.map(({ id }) => id)).not.toContain(market.id)
    const [kept] = await database.db.select().from(cartMarkets).where(eq(cartMarkets.marketId, market.id))
    expect(kept).toMatchObject({ note: "Green ones", windowStartsAt: null })
    const [saved] = await listSaved(ctx)
    await moveToCart(ctx, { savedId: saved!.id })
    expect((await viewCart(ctx)).markets.find(({ id }) => id === market.id)?.note).toBe("Green ones")
  })

  it("moves back as many as there are, and says what stands against it", async () => {
    const ctx = await shopper()
    const product = await checkout.aVegetable({ stock: 5 })
    await fillCart(ctx, [{ productId: product.id, quantity: 4 }])
    await saveForLater(ctx, { lineId: (await viewCart(ctx)).lines[0]!.id })
    const ofProduct = eq(variants.id, product.variantId)
    await database.db.update(variants).set({ stock: 0 }).where(ofProduct)
    const [saved] = await listSaved(ctx)
    expect(saved!.unavailable).toBe("Sold out")
    await expect(moveToCart(ctx, { savedId: saved!.id })).rejects.toMatchObject({ code: "no_inventory" })
    expect(await listSaved(ctx)).toHaveLength(1)
    await database.db.update(variants).set({ stock: 2 }).where(ofProduct)
    await moveToCart(ctx, { savedId: saved!.id })
    expect((await viewCart(ctx)).lines[0]!.quantity).toBe(2)
  })

  it("shows, moves and removes nothing of another customer's", async () => {
    const [mine, theirs] = [await shopper(), await shopper()]
    const product = await checkout.aVegetable()
    await fillCart(mine, [{ productId: product.id }])
    const { lines } = await viewCart(mine)
    await saveForLater(theirs, { lineId: lines[0]!.id })
    await saveForLater(theirs, { marketId: product.marketId })
    expect(await lineCountOf(mine)).toBe(1)
    await saveForLater(mine, { lineId: lines[0]!.id })
    const [saved] = await listSaved(mine)
    expect(await listSaved(theirs)).toEqual([])
    await expect(moveToCart(theirs, { savedId: saved!.id })).rejects.toMatchObject({ code: "not_found" })
    await removeSaved(theirs, { savedId: saved!.id })
    expect(await listSaved(mine)).toHaveLength(1)
    await removeSaved(mine, { savedId: saved!.id })
    expect(await database.db.$count(savedLines, eq(savedLines.id, saved!.id))).toBe(0)
  })
})
