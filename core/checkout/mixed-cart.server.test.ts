import { and, eq, gt } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { listWindowsOf } from "#core/calendar/list-windows.server.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import {
  chooseFulfilment,
  chooseWindow,
  savePickupPhone,
  setCart,
  updateCart,
} from "#core/cart/update-cart.server.ts"
import { viewCart, viewCartPage } from "#core/cart/view-cart.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { leaveCheckout } from "#core/checkout/holds.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { checkoutMarkets, checkouts, deliveries, markets, marketWindows, orders } from "#db/schema/index.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { pickUpWhereTooFar } from "./price-checkout.server.ts"
import { saveShipTo } from "./ship-to.server.ts"

const checkout = useCheckout({ connections: 10, zips: true })
const { clock, database } = checkout

/** A market across the country, where nothing is taxed. */
const PORTLAND = {
  name: "Portland Pens",
  city: "Portland",
  state: "OR",
  zip: "97201",
  lat: 45.5,
  lng: -122.7,
}
/** Each product costs $10.00; New York taxes it at 4%. */
const PENS = { category: "Office Supplies", stock: 9, priceCents: 1000 }

/** A cart with one product from a market near the customer and one from a market that is too far to deliver. */
async function aCart() {
  const ctx = await checkout.shopper()
  const near = await aMarket(database.db, { name: "Nearby Pens" })
  const far = await aMarket(database.db, PORTLAND)
  for (const market of [near, far]) await aCalendar(database.db, market)
  const products = [await aProduct(database.db, near, PENS), await aProduct(database.db, far, PENS)]
  await fillCart(
    ctx,
    products.map(({ id }) => ({ productId: id })),
  )
  return { ctx, near, far }
}

const setPosition = (market: { id: string }, { lat, lng }: { lat: number | null; lng: number | null }) =>
  database.db.update(markets).set({ lat, lng }).where(eq(markets.id, market.id))

/** The cart above with delivery from the near market and pickup at the far one. */
async function aMixedCart() {
  const cart = await aCart()
  await chooseFulfilment(cart.ctx, { fulfilment: "delivery" })
  await updateCart(cart.ctx, { fulfilments: { [cart.far.id]: "pickup" } })
  await saveShipTo(cart.ctx, SHIP_TO)
  return cart
}

async function methodsOf(ctx: CustomerContext) {
  const { fulfilment, markets } = await viewCart(ctx)
  return [fulfilment, ...markets.map((market) => market.fulfilment)]
}

const partsOf = (checkoutId: string) =>
  database.db
    .select()
    .from(checkoutMarkets)
    .where(eq(checkoutMarkets.checkoutId, checkoutId))
    .orderBy(checkoutMarkets.id)

async function firstWindow(market: { id: string }, kind: Fulfilment) {
  const calendar = (await readCalendar(database.db, market.id))!
  const [, second] = await listWindowsOf(database.db, { ...market, calendar }, { kind, now: clock.now() })
  return second!.startsAt
}

const takenAt = (market: { id: string }) =>
  database.db
    .select({ fulfilment: marketWindows.fulfilment, startsAt: marketWindows.startsAt })
    .from(marketWindows)
    .where(and(eq(marketWindows.marketId, market.id), gt(marketWindows.taken, 0)))

async function pay(ctx: CustomerContext) {
  const { checkoutId } = await payByCard(ctx, checkout.sandbox.stripe)
  expect((await completeCheckout(ctx, { checkoutId })).outcome).toBe("completed")
  const placed = await database.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(orders.number)
  const brought = await database.db
    .select({ orderId: deliveries.orderId })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(orders.checkoutId, checkoutId))
  return { placed, brought: brought.map(({ orderId }) => orderId) }
}

describe("the choices of a cart of several markets", { tags: ["CART-31"] }, () => {
  it("differ by market until the cart's own choice sets all again", async () => {
    const { ctx, near, far } = await aCart()
    expect(await methodsOf(ctx)).toEqual(["pickup", "pickup", "pickup"])
    await updateCart(ctx, { fulfilments: { [near.id]: "delivery" } })
    expect(await methodsOf(ctx)).toEqual(["pickup", "delivery", "pickup"])
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "delivery"])
    await updateCart(ctx, { fulfilments: { [near.id]: "pickup" } })
    await updateCart(ctx, { fulfilments: { [far.id]: "pickup" } })
    // What all have in common is the cart's choice, also for a market that is added later.
    expect(await methodsOf(ctx)).toEqual(["pickup", "pickup", "pickup"])
    await fillLater(ctx)
    expect(await methodsOf(ctx)).toEqual(["pickup", "pickup", "pickup", "pickup"])
  })

  const fillLater = async (ctx: CustomerContext) => {
    const { id } = await aProduct(database.db, await aMarket(database.db), PENS)
    await addToCart(ctx, { productId: id, size: "", quantity: 1 })
  }

  it("are set for all by a page's new choice, but for a market that was chosen along with it", async () => {
    const { ctx, near, far } = await aCart()
    const shown = { [near.id]: "pickup" as const, [far.id]: "pickup" as const }
    await updateCart(ctx, { fulfilment: "delivery", fulfilments: shown })
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "delivery"])
    const chosen = { [near.id]: "delivery" as const, [far.id]: "pickup" as const }
    await updateCart(ctx, { fulfilment: "delivery", fulfilments: chosen })
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "pickup"])
  })

  it("are all set by the API's one choice, even where it is the cart's already", async () => {
    const { ctx } = await aMixedCart()
    await setCart(ctx, { fulfilment: "delivery" })
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "delivery"])
  })

  it("offer each market's windows of its own kind", async () => {
    const { ctx, near, far } = await aMixedCart()
    const { times, estimate } = await viewCartPage(ctx, null)
    const hoursBetween = (id: string) => {
      const [one, other] = times[id]![1]!.times.map(({ startsAt }) => new Date(startsAt).getTime())
      return (other! - one!) / HOUR_MS
    }
    expect([hoursBetween(near.id), hoursBetween(far.id)]).toEqual([2, 1])
    expect(estimate).toMatchObject({ deliveries: 1, pickups: 1, deliveryCents: 399 })
  })

  it("are accepted by Proceed Checkout, which ignores the times of what moved", async () => {
    const { ctx, near, far } = await aCart()
    const startsAt = await firstWindow(near, "pickup")
    await chooseWindow(ctx, { marketId: near.id, startsAt })
    const { quote } = await viewCart(ctx)
    const windows = { [near.id]: startsAt, [far.id]: await firstWindow(far, "pickup") }
    const fulfilments = { [near.id]: "pickup" as const, [far.id]: "delivery" as const }
    const { view } = await proceed(ctx, { fulfilment: "pickup", fulfilments, windows, quote })
    expect(view).toEqual(await viewCart(ctx))
    expect(view).toMatchObject({
      delivers: true,
      markets: [
        { fulfilment: "pickup", window: { startsAt } },
        { fulfilment: "delivery", window: null },
      ],
    })
  })
})

describe("a checkout of delivery and pickup", { tags: ["PAY-71"] }, () => {
  it("charges a fee and the tax of the address only for what is delivered", async () => {
    const { ctx } = await aMixedCart()
    const { checkoutId } = await startCheckout(ctx)
    expect(await partsOf(checkoutId)).toMatchObject([
      // 4% of $10.00 and of $3.99.
      { fulfilment: "delivery", deliveryCents: 399, taxCents: 56, distanceMiles: 0, phone: null },
      { fulfilment: "pickup", deliveryCents: 0, taxCents: 0, distanceMiles: null },
    ])
    expect(await checkout.checkoutRow(checkoutId)).toMatchObject({
      fulfilment: "delivery",
      shipTo: { zip: "10001" },
      totalCents: 2000 + 399 + 56,
    })
    expect(await viewCheckout(ctx)).toMatchObject({
      markets: [{ fulfilment: "delivery" }, { fulfilment: "pickup" }],
    })
  })

  it("charges the fee of a delivery only where there is one, however near the pickup is", async () => {
    const { ctx, near, far } = await aCart()
    await updateCart(ctx, { fulfilments: { [near.id]: "delivery" } })
    await setPosition(far, near)
    await saveShipTo(ctx, SHIP_TO)
    const { checkoutId } = await startCheckout(ctx)
    expect((await checkout.checkoutRow(checkoutId)).deliveryCents).toBe(399)
  })

  it("becomes a delivery and a pickup, each in its own window", async () => {
    const { ctx, near, far } = await aMixedCart()
    const times = [await firstWindow(near, "delivery"), await firstWindow(far, "pickup")] as const
    await chooseWindow(ctx, { marketId: near.id, startsAt: times[0] })
    await chooseWindow(ctx, { marketId: far.id, startsAt: times[1] })
    await startCheckout(ctx)
    expect(await takenAt(near)).toEqual([{ fulfilment: "delivery", startsAt: times[0] }])
    expect(await takenAt(far)).toEqual([{ fulfilment: "pickup", startsAt: times[1] }])
    await savePickupPhone(ctx, "212-555-0177")
    const { placed, brought } = await pay(ctx)
    expect(placed).toMatchObject([
      { marketId: near.id, fulfilment: "delivery", status: null, phone: null, totalCents: 1455 },
      { marketId: far.id, fulfilment: "pickup", status: "pending", phone: "212-555-0177", totalCents: 1000 },
    ])
    expect(brought).toEqual([placed[0]!.id])
  })

  it("returns both places when it is left, and takes them again when it is paid after all", async () => {
    const { ctx, near, far } = await aMixedCart()
    await chooseWindow(ctx, { marketId: near.id, startsAt: await firstWindow(near, "delivery") })
    await chooseWindow(ctx, { marketId: far.id, startsAt: await firstWindow(far, "pickup") })
    await startCheckout(ctx)
    const taken = [await takenAt(near), await takenAt(far)]
    await leaveCheckout(ctx)
    expect([await takenAt(near), await takenAt(far)]).toEqual([[], []])
    await startCheckout(ctx)
    expect([await takenAt(near), await takenAt(far)]).toEqual(taken)
  })

  it("sells what it showed, though another tab has changed the choice since", async () => {
    const { ctx, near, far } = await aMixedCart()
    await startCheckout(ctx)
    const paying = payByCard(ctx, checkout.sandbox.stripe)
    await updateCart(ctx, { fulfilments: { [near.id]: "pickup", [far.id]: "delivery" } })
    const { checkoutId } = await paying
    await completeCheckout(ctx, { checkoutId })
    const placed = await database.db
      .select({
        marketId: orders.marketId,
        fulfilment: orders.fulfilment,
        deliveryCents: orders.deliveryCents,
      })
      .from(orders)
      .where(eq(orders.checkoutId, checkoutId))
      .orderBy(orders.number)
    expect(placed).toEqual([
      { marketId: near.id, fulfilment: "delivery", deliveryCents: 399 },
      { marketId: far.id, fulfilment: "pickup", deliveryCents: 0 },
    ])
  })

  it("is a new one once a market's choice has changed, and the same one otherwise", async () => {
    const { ctx, near } = await aMixedCart()
    const first = await startCheckout(ctx)
    expect((await startCheckout(ctx)).checkoutId).toBe(first.checkoutId)
    await updateCart(ctx, { fulfilments: { [near.id]: "pickup" } })
    const second = await startCheckout(ctx)
    expect(second.checkoutId).not.toBe(first.checkoutId)
    expect(await checkout.checkoutRow(second.checkoutId)).toMatchObject({
      fulfilment: "pickup",
      shipTo: null,
      totalCents: 2000 + 40,
    })
  })

  it("keeps a row of the version before, which has the checkout's choice alone", async () => {
    const { ctx } = await aCart()
    const { checkoutId } = await startCheckout(ctx)
    await database.db
      .update(checkoutMarkets)
      .set({ fulfilment: null })
      .where(eq(checkoutMarkets.checkoutId, checkoutId))
    expect((await startCheckout(ctx)).checkoutId).toBe(checkoutId)
    expect((await viewCheckout(ctx))!.markets[0]!.fulfilment).toBe("pickup")
    expect((await pay(ctx)).placed).toMatchObject([{ fulfilment: "pickup" }, { fulfilment: "pickup" }])
  })

  it("does not start with a choice that changed while it was priced", async () => {
    const { ctx, far } = await aMixedCart()
    const cart = await proceed(ctx, {
      fulfilment: "delivery",
      fulfilments: { [far.id]: "pickup" },
      quote: (await viewCart(ctx)).quote,
    })
    await updateCart(ctx, { fulfilments: { [far.id]: "delivery" } })
    await expect(startCheckout(ctx, { cart })).rejects.toMatchObject({ code: "cart_changed" })
    const held = await database.db.select().from(checkouts).where(eq(checkouts.customerId, ctx.actor.userId))
    expect(held).toEqual([])
  })
})

describe("the address of a cart", { tags: ["SHIP-13"] }, () => {
  it("leaves the choices of a cart in which a market delivers, and sets delivery in any other", async () => {
    const { ctx } = await aMixedCart()
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "pickup"])
    const picked = await aCart()
    await updateCart(picked.ctx, { fulfilments: { [picked.near.id]: "delivery" } })
    await saveShipTo(picked.ctx, SHIP_TO)
    expect(await methodsOf(picked.ctx)).toEqual(["pickup", "delivery", "pickup"])
    await chooseFulfilment(picked.ctx, { fulfilment: "pickup" })
    await saveShipTo(picked.ctx, SHIP_TO)
    expect(await methodsOf(picked.ctx)).toEqual(["delivery", "delivery", "delivery"])
  })

  it("that is too far for one market makes pickup the choice there alone", async () => {
    const { ctx, far } = await aCart()
    await saveShipTo(ctx, SHIP_TO)
    await expect(startCheckout(ctx)).rejects.toMatchObject({
      code: "not_deliverable",
      message: expect.stringContaining("Portland Pens is "),
      details: { markets: [{ marketId: far.id, marketName: "Portland Pens" }] },
    })
    await pickUpWhereTooFar(ctx)
    expect(await methodsOf(ctx)).toEqual(["delivery", "delivery", "pickup"])
    await startCheckout(ctx)
  })
})
