import { and, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { cartMarkets, checkoutMarkets, customers, marketWindows, orders } from "#db/schema/index.ts"
import { fillCart, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { addToCart } from "./add-to-cart.server.ts"
import { chooseWindow, saveNote, savePickupPhone, updateCart } from "./update-cart.server.ts"
import { viewCart, viewCartPage } from "./view-cart.server.ts"

const checkout = useCheckout({ connections: 10, zips: true })
const { database } = checkout

/** A customer with one item in the cart, for pickup. */
async function aCart() {
  const ctx = await checkout.shopper()
  const market = await aMarket(database.db)
  await aCalendar(database.db, market)
  const product = await aProduct(database.db, market)
  await fillCart(ctx, [{ productId: product.id }])
  return { ctx, market, product, marketId: market.id }
}

const askedIn = async (checkoutId: string) =>
  (await database.db.select().from(checkoutMarkets).where(eq(checkoutMarkets.checkoutId, checkoutId)))[0]

async function aChosenWindow(ctx: CustomerContext, marketId: string): Promise<Date> {
  const { times } = await viewCartPage(ctx, null)
  const startsAt = new Date(times[marketId]!.flatMap((day) => day.times)[1]!.startsAt)
  await chooseWindow(ctx, { marketId, startsAt })
  return startsAt
}

describe("what is asked of a market", { tags: ["CART-20"] }, () => {
  it("goes with the cart to the checkout and the order, changed until it is paid, and is forgotten then", async () => {
    const { ctx, marketId, market, product } = await aCart()
    await saveNote(ctx, { marketId, note: "Green ones", replacement: "replace" })
    const { checkoutId } = await startCheckout(ctx)
    expect(await askedIn(checkoutId)).toMatchObject({ note: "Green ones", replacement: "replace" })
    await saveNote(ctx, { marketId, note: "Ripe ones" })
    expect(await askedIn(checkoutId)).toMatchObject({ note: "Ripe ones", replacement: "replace" })
    expect((await startCheckout(ctx)).checkoutId).toBe(checkoutId)
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    await completeCheckout(ctx, paid)
    const [order] = await database.db.select().from(orders).where(eq(orders.marketId, market.id))
    expect(order).toMatchObject({ note: "Ripe ones", replacement: "replace" })
    const [kept] = await database.db
      .select()
      .from(cartMarkets)
      .where(and(eq(cartMarkets.marketId, marketId), eq(cartMarkets.customerId, ctx.actor.userId)))
    expect(kept).toMatchObject({ note: null, replacement: "replace" })
    await addToCart(ctx, { productId: product.id, size: "", quantity: 1 })
    expect((await viewCart(ctx)).markets[0]).toMatchObject({ note: null, replacement: "replace" })
  })

  it("has the account's phone number on a pickup, until the customer changes or removes it", {
    tags: ["CART-23"],
  }, async () => {
    const { ctx, market } = await aCart()
    await database.db
      .update(customers)
      .set({ phone: "212-555-0147" })
      .where(eq(customers.userId, ctx.actor.userId))
    expect((await viewCart(ctx)).phone).toBe("212-555-0147")
    const { checkoutId } = await startCheckout(ctx)
    expect((await askedIn(checkoutId))?.phone).toBe("212-555-0147")
    await updateCart(ctx, { phone: "" })
    expect((await viewCart(ctx)).phone).toBe("")
    expect((await askedIn(checkoutId))?.phone).toBeNull()
    await savePickupPhone(ctx, "212-555-0148")
    expect((await viewCart(ctx)).phone).toBe("212-555-0148")
    await savePickupPhone(ctx, "")
    expect((await viewCart(ctx)).phone).toBe("")
    await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
    const [order] = await database.db.select().from(orders).where(eq(orders.marketId, market.id))
    expect(order?.phone).toBeNull()
  })

  it("is not lost when it is written while the checkout opens", async () => {
    const { ctx, marketId } = await aCart()
    const startsAt = await aChosenWindow(ctx, marketId)
    const place = { marketId, fulfilment: "pickup" as const, startsAt }
    await database.db.insert(marketWindows).values({ ...place, taken: 0 })
    let opening: ReturnType<typeof startCheckout>
    let saving: Promise<void>
    // The checkout has read the cart and waits for the window's row; the note is saved now.
    await database.db.transaction(async (tx) => {
      await tx.update(marketWindows).set({ taken: 0 }).where(eq(marketWindows.marketId, marketId))
      opening = startCheckout(ctx)
      await untilWaiting(database, 1)
      saving = saveNote(ctx, { marketId, note: "Green ones" })
      await Promise.race([saving, untilWaiting(database, 2)])
    })
    const { checkoutId } = await opening!
    await saving!
    expect(await askedIn(checkoutId)).toMatchObject({ note: "Green ones" })
  })

  it("is kept where it is left out, and taken back by null", async () => {
    const { ctx, marketId } = await aCart()
    await saveNote(ctx, { marketId, note: "Green ones" })
    await saveNote(ctx, { marketId, replacement: "refund" })
    expect((await viewCart(ctx)).markets[0]).toMatchObject({ note: "Green ones", replacement: "refund" })
    await saveNote(ctx, { marketId, note: null, replacement: null })
    expect((await viewCart(ctx)).markets[0]).toMatchObject({ note: null, replacement: null })
  })

  it("is asked of no market but those in the own cart", async () => {
    const { marketId } = await aCart()
    const other = await aCart()
    for (const id of [marketId, crypto.randomUUID(), "nonsense"])
      await expect(saveNote(other.ctx, { marketId: id, note: "Hello" })).rejects.toMatchObject({
        code: "not_found",
      })
    expect(await database.db.$count(cartMarkets, eq(cartMarkets.note, "Hello"))).toBe(0)
  })
})
