import { and, eq, isNotNull, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { orderWindowText } from "#core/calendar/calendar-text.ts"
import { listWindows } from "#core/calendar/list-windows.server.ts"
import { afterOpenTime } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { clearCart } from "#core/cart/remove-from-cart.server.ts"
import { chooseFulfilment, chooseWindow } from "#core/cart/update-cart.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds, leaveCheckout } from "#core/checkout/holds.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cents, formatMoney } from "#core/money.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import {
  cartMarkets,
  checkouts,
  type marketCalendars,
  marketWindows,
  notifications,
  orders,
  outbox,
} from "#db/schema/index.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, goToCheckout, payByCard, stockOf, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"

const BUYERS = 50
const checkout = useCheckout({ connections: 10, zips: true })
const { clock, database } = checkout

const aTimedMarket = async (facts: Partial<typeof marketCalendars.$inferInsert> = {}) => {
  const market = await aMarket(database.db)
  await aCalendar(database.db, market, facts)
  return market
}

async function windowsAt(marketId: string, kind: "pickup" | "delivery" = "pickup") {
  const calendar = (await readCalendar(database.db, marketId))!
  const found = await listWindows(database.db, [{ id: marketId, calendar }], { kind, now: clock.now() })
  return found.get(marketId)!
}

async function takenAt(marketId: string, startsAt: Date): Promise<number> {
  const [row] = await database.db
    .select({ taken: marketWindows.taken })
    .from(marketWindows)
    .where(and(eq(marketWindows.marketId, marketId), eq(marketWindows.startsAt, startsAt)))
  return row?.taken ?? 0
}

/** A customer with one item in the cart, for pickup in the market's second window. */
async function aTimedCart(market: { id: string }) {
  const ctx = await checkout.shopper()
  const product = await aProduct(database.db, market)
  await fillCart(ctx, [{ productId: product.id }])
  const startsAt = (await windowsAt(market.id))[1]!.startsAt
  await chooseWindow(ctx, { marketId: market.id, startsAt })
  return { ctx, product, startsAt }
}

const problemOf = async (ctx: CustomerContext) => (await viewCart(ctx)).markets[0]!.problem?.kind
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  )

/** The times saved in a customer's cart. */
const timesOf = (customerId: string) =>
  database.db
    .select()
    .from(cartMarkets)
    .where(and(eq(cartMarkets.customerId, customerId), isNotNull(cartMarkets.windowStartsAt)))

describe("a place in a window", { tags: ["CAL-5"] }, () => {
  it("is held with the stock, and freed by leaving, by time, and by a cart that changed", async () => {
    const market = await aTimedMarket({ pickupPlaces: 1 })
    const { ctx, startsAt } = await aTimedCart(market)
    expect(await takenAt(market.id, startsAt)).toBe(0)
    await startCheckout(ctx)
    expect(await takenAt(market.id, startsAt)).toBe(1)
    await startCheckout(ctx)
    expect(await takenAt(market.id, startsAt)).toBe(1)
    const more = await aProduct(database.db, market)
    await fillCart(ctx, [{ productId: more.id }])
    await startCheckout(ctx)
    expect(await takenAt(market.id, startsAt)).toBe(1)
    const other = (await windowsAt(market.id))[2]!.startsAt
    await chooseWindow(ctx, { marketId: market.id, startsAt: other })
    await startCheckout(ctx)
    expect([await takenAt(market.id, startsAt), await takenAt(market.id, other)]).toEqual([0, 1])
    await chooseWindow(ctx, { marketId: market.id, startsAt: null })
    await startCheckout(ctx)
    expect(await takenAt(market.id, other)).toBe(0)
    await chooseWindow(ctx, { marketId: market.id, startsAt: other })
    await startCheckout(ctx)
    await leaveCheckout(ctx)
    expect(await takenAt(market.id, other)).toBe(0)
    await startCheckout(ctx)
    clock.advance({ minutes: 31 })
    await expireHolds(checkout.system())
    expect(await takenAt(market.id, other)).toBe(0)
  })

  it("goes with the order, which says its window, and comes back when the order is cancelled", async () => {
    const market = await aTimedMarket({ pickupPlaces: 1 })
    const { ctx, startsAt } = await aTimedCart(market)
    await startCheckout(ctx)
    const view = await viewCheckout(ctx)
    const endsAt = new Date(startsAt.getTime() + 3_600_000)
    const { timeZone } = (await readCalendar(database.db, market.id))!
    const { windowText } = view!.markets[0]!
    // Also checks the exact text, because a window may end at noon.
    expect(windowText).toMatch(/^\w{3}, \w{3} \d+, .+–.+$/)
    expect(windowText).toBe(orderWindowText({ windowStartsAt: startsAt, windowEndsAt: endsAt }, timeZone))
    await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
    const [order] = await database.db.select().from(orders).where(eq(orders.marketId, market.id))
    expect(order).toMatchObject({ windowStartsAt: startsAt, windowEndsAt: endsAt, clockStartsAt: startsAt })
    const menu = await database.db
      .select({ message: notifications.message })
      .from(notifications)
      .where(eq(notifications.userId, market.actor.userId))
    const total = formatMoney(order!.totalCents)
    expect(menu).toEqual([{ message: `New order ${order!.number}: ${total}, pickup ${windowText}.` }])
    expect(await takenAt(market.id, startsAt)).toBe(1)
    expect(await timesOf(ctx.actor.userId)).toEqual([])
    const seller = ctxFor(database, market.actor, checkout.parts())
    await cancelSellerOrder(seller, { orderId: order!.id, reason: "It rained on it." })
    expect(await takenAt(market.id, startsAt)).toBe(0)
  })

  it("is taken again by who paid too late, unless others have it: then the money goes back, and nothing is held", async () => {
    for (const isFree of [true, false]) {
      const market = await aTimedMarket({ pickupPlaces: 1 })
      const { ctx, product, startsAt } = await aTimedCart(market)
      await startCheckout(ctx)
      const paid = await payByCard(ctx, checkout.sandbox.stripe)
      // As if the sweep had run before the provider's webhook.
      await database.db.update(checkouts).set({ status: "released" }).where(eq(checkouts.id, paid.checkoutId))
      await database.db
        .update(marketWindows)
        .set({ taken: isFree ? 0 : 1 })
        .where(eq(marketWindows.marketId, market.id))
      const stock = (await stockOf(database.db, product.variantId))!
      const { outcome } = await completeCheckout(ctx, paid)
      expect(outcome).toBe(isFree ? "completed" : "refunded")
      expect(await takenAt(market.id, startsAt)).toBe(1)
      expect(await stockOf(database.db, product.variantId)).toBe(isFree ? stock - 1 : stock)
    }
  })

  it("is freed when money that is no order's goes back", async () => {
    const market = await aTimedMarket({ pickupPlaces: 1 })
    const { ctx, startsAt } = await aTimedCart(market)
    await startCheckout(ctx)
    const paid = await payByCard(ctx, checkout.sandbox.stripe)
    await database.db
      .update(checkouts)
      .set({ totalCents: cents(1) })
      .where(eq(checkouts.id, paid.checkoutId))
    expect((await completeCheckout(ctx, paid)).outcome).toBe("refunded")
    expect(await takenAt(market.id, startsAt)).toBe(0)
  })

  it("is got by one of fifty who want the last one at once; the others read why, and hold nothing", {
    timeout: 60_000,
  }, async () => {
    const market = await aTimedMarket({ pickupPlaces: 1 })
    const carts = await Promise.all(Array.from({ length: BUYERS }, () => aTimedCart(market)))
    const { startsAt } = carts[0]!
    const answers = await Promise.all(
      carts.map(({ ctx }) =>
        startCheckout(ctx).then(
          () => "held",
          (error: unknown) =>
            error instanceof DomainError ? `${error.code}: ${error.message}` : String(error),
        ),
      ),
    )
    expect(answers.filter((answer) => answer === "held")).toHaveLength(1)
    const others = answers.filter((answer) => answer !== "held")
    for (const answer of others)
      expect(answer).toMatch(
        /^window_full: .+ at Market \d+ is full now\. Choose another time to continue\.$/,
      )
    expect(await takenAt(market.id, startsAt)).toBe(1)
    const stocks = await Promise.all(carts.map(({ product }) => stockOf(database.db, product.variantId)))
    expect(stocks.filter((stock) => stock === 9)).toHaveLength(1)
    expect(stocks.filter((stock) => stock === 10)).toHaveLength(BUYERS - 1)
  })
})

describe("a window that became impossible", { tags: ["CAL-6"] }, () => {
  it("is said at its market and blocks checkout until another one is chosen", async () => {
    const market = await aTimedMarket({ pickupPlaces: 1 })
    const first = await aTimedCart(market)
    const second = await aTimedCart(market)
    await startCheckout(first.ctx)
    expect(await problemOf(first.ctx)).toBeUndefined()
    expect(await problemOf(second.ctx)).toBe("window_full")
    expect(await rejection(startCheckout(second.ctx))).toBe("window_full")
    const chooseFull = chooseWindow(second.ctx, { marketId: market.id, startsAt: first.startsAt })
    expect(await rejection(chooseFull)).toBe("window_full")
    const other = (await windowsAt(market.id))[3]!.startsAt
    await chooseWindow(second.ctx, { marketId: market.id, startsAt: other })
    await startCheckout(second.ctx)
    // When the market's hours change, a held slot stays, but a time that is only chosen does not.
    const closed = Array.from({ length: 7 }, () => [{ opens: 0, closes: 1 }])
    await aCalendar(database.db, market, { week: closed })
    expect(await problemOf(second.ctx)).toBeUndefined()
    await startCheckout(second.ctx)
    await leaveCheckout(second.ctx)
    expect(await problemOf(second.ctx)).toBe("window_gone")
    expect(await rejection(startCheckout(second.ctx))).toBe("cart_changed")
    await chooseWindow(second.ctx, { marketId: market.id, startsAt: null })
    await startCheckout(second.ctx)
  })

  it("is one of another kind, or a past one", async () => {
    const market = await aTimedMarket()
    const { ctx } = await aTimedCart(market)
    const delivered = (await windowsAt(market.id, "delivery")).map((window) => window.startsAt.getTime())
    const { startsAt } = (await windowsAt(market.id)).find(
      (window) => !delivered.includes(window.startsAt.getTime()),
    )!
    await chooseWindow(ctx, { marketId: market.id, startsAt })
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    expect(await problemOf(ctx)).toBe("window_gone")
    await chooseFulfilment(ctx, { fulfilment: "pickup" })
    expect(await problemOf(ctx)).toBeUndefined()
    clock.advance({ hours: 3 })
    expect(await problemOf(ctx)).toBe("window_gone")
    await clearCart(ctx)
    expect(await timesOf(ctx.actor.userId)).toEqual([])
  })

  it("cannot be chosen: one that is not offered, without a delivery choice, at a market not in the cart", async () => {
    const market = await aTimedMarket()
    const { ctx, startsAt } = await aTimedCart(market)
    const odd = new Date(startsAt.getTime() + 60_000)
    expect(await rejection(chooseWindow(ctx, { marketId: market.id, startsAt: odd }))).toBe("invalid")
    const other = await aTimedMarket()
    expect(await rejection(chooseWindow(ctx, { marketId: other.id, startsAt }))).toBe("not_found")
  })
})

describe("a market that takes no orders", { tags: ["CAL-7"] }, () => {
  const nothing = Array.from({ length: 7 }, () => [])
  it.each([
    [
      { pausedAt: new Date(), pausedUntil: "2999-10-05", pauseReason: "Away for the harvest" },
      /isn't taking orders until Saturday, October 5\. Away for the harvest\./,
    ],
    [{ pausedAt: new Date() }, /isn't taking orders right now\./],
    [{ week: nothing }, /is closed and isn't taking orders\./],
  ])(
    "rejects what is put into the cart and what goes to checkout, and says until when: %o",
    async (facts, told) => {
      const market = await aTimedMarket()
      const ctx = await checkout.shopper()
      const product = await aProduct(database.db, market)
      await fillCart(ctx, [{ productId: product.id }])
      await aCalendar(database.db, market, facts)
      const rejected = { code: "market_closed", message: expect.stringMatching(told) }
      await expect(fillCart(ctx, [{ productId: product.id }])).rejects.toMatchObject(rejected)
      await expect(startCheckout(ctx)).rejects.toMatchObject(rejected)
      expect((await viewCart(ctx)).lines[0]!.problem?.message).toMatch(told)
      expect(await stockOf(database.db, product.variantId)).toBe(10)
    },
  )
})

describe("what a market asks of orders", { tags: ["CAL-8"] }, () => {
  it("is said in the cart and blocks checkout: no delivery, and a least amount for each kind", async () => {
    const market = await aTimedMarket({ offersDelivery: false, pickupMinimumCents: cents(1000) })
    const product = await aProduct(database.db, market, { priceCents: 600 })
    const ctx = await checkout.shopper()
    await fillCart(ctx, [{ productId: product.id }])
    expect((await viewCart(ctx)).markets[0]!.problem?.message).toBe(
      `${market.name} takes pickup orders from $10.00. Add $4.00 more from this market to continue.`,
    )
    expect(await rejection(startCheckout(ctx))).toBe("invalid")
    await chooseFulfilment(ctx, { fulfilment: "delivery" })
    expect((await viewCart(ctx)).markets[0]!.problem?.message).toBe(
      `${market.name} doesn't deliver. Choose Pick up to continue.`,
    )
    expect(await windowsAt(market.id, "delivery")).toEqual([])
    await fillCart(ctx, [{ productId: product.id }])
    await startCheckout(ctx)
  })

  it("is how far it delivers", async () => {
    const market = await aTimedMarket({ deliveryRadiusMiles: 1 })
    const product = await aProduct(database.db, market)
    const to = { ...SHIP_TO, zip: "10009" }
    await expect(
      goToCheckout(await checkout.shopper(), [{ productId: product.id }], to),
    ).rejects.toMatchObject({
      code: "not_deliverable",
      message: expect.stringMatching(/ miles away and delivers up to 1 mile\. Choose Pick up instead/),
    })
  })
})

it("reminds the market of an order ten minutes after it was placed", { tags: ["REACH-108"] }, async () => {
  const ctx = await checkout.shopper()
  const market = await aTimedMarket()
  const product = await aProduct(database.db, market)
  await goToCheckout(ctx, [{ productId: product.id }])
  await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
  const [order] = await database.db.select().from(orders).where(eq(orders.marketId, market.id))
  const due = await database.db
    .select({ payload: outbox.payload, dueAt: outbox.dueAt })
    .from(outbox)
    .where(and(eq(outbox.event, "order.acknowledgmentDue"), sql`payload ->> 'orderId' = ${order!.id}`))
  const { calendar, timeZone } = (await readCalendar(database.db, market.id))!
  expect(due).toEqual([
    {
      payload: { orderId: order!.id, sellerId: market.userId },
      dueAt: afterOpenTime(calendar, clock.now(), 10 * 60_000, timeZone),
    },
  ])
})
