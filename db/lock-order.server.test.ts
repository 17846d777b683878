import { eq, sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { listWindows } from "#core/calendar/list-windows.server.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import { clearCart, putBack, removeLine } from "#core/cart/remove-from-cart.server.ts"
import { listSaved, moveToCart, saveForLater } from "#core/cart/saved-items.server.ts"
import { changeQuantity, chooseFulfilment, chooseWindow, saveNote } from "#core/cart/update-cart.server.ts"
import { readCart } from "#core/cart/view-cart.server.ts"
import { deleteProduct } from "#core/catalog/seller-products.server.ts"
import { updateProduct } from "#core/catalog/update-product.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { expireHolds, leaveCheckout } from "#core/checkout/holds.server.ts"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { carts, checkouts, deliveries, orders, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { passwords } from "#server/auth/passwords.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, goToCheckout, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { isInOrder, useWatchedLocks } from "#tests/support/watched-locks.ts"

const checkout = useCheckout({ zips: true })
const { clock } = checkout
const locks = useWatchedLocks(checkout.database)

const fresh = async () => aProduct(locks.watched.db, await aMarket(locks.watched.db))
const shopper = async () => ctxFor(locks.watched, (await aCustomer(locks.watched.db)).actor, checkout.parts())
const system = () => systemCtx(locks.watched, checkout.parts())

/** A customer with one line in the cart; with `held`, already at checkout. */
async function aCart({ held = false } = {}) {
  const ctx = await shopper()
  const product = await fresh()
  const { lineId } = await addToCart(ctx, { productId: product.id, size: "", quantity: 1 })
  await chooseFulfilment(ctx, { fulfilment: "pickup" })
  if (held) await startCheckout(ctx)
  return { ctx, product, lineId }
}

/** A checkout that is paid at the provider, before its webhook has arrived. */
async function aPayment(shipTo?: typeof SHIP_TO) {
  const ctx = await shopper()
  const product = await fresh()
  await goToCheckout(ctx, [{ productId: product.id, quantity: 2 }], shipTo)
  return { ctx, product, ...(await payByCard(ctx, checkout.sandbox.stripe)) }
}

/** A payment that succeeded after its hold was released; `stock` is the stock that is left. */
async function aLatePayment(stock: number) {
  const paid = await aPayment()
  await locks.watched.db
    .update(checkouts)
    .set({ status: "released" })
    .where(eq(checkouts.id, paid.checkoutId))
  await locks.watched.db.update(variants).set({ stock }).where(eq(variants.id, paid.product.variantId))
  return paid
}

async function aWindowOf(marketId: string, index: number): Promise<Date> {
  const calendar = (await readCalendar(locks.watched.db, marketId))!
  const asked = { kind: "pickup" as const, now: clock.now() }
  const windows = await listWindows(locks.watched.db, [{ id: marketId, calendar }], asked)
  return windows.get(marketId)![index]!.startsAt
}

async function anOffering() {
  const market = await aMarket(locks.watched.db)
  return { seller: ctxFor(locks.watched, market.actor), product: await aProduct(locks.watched.db, market) }
}

/** Each command with its own rows: sets up what it needs, then returns the command. */
const COMMANDS: Record<string, () => Promise<() => Promise<unknown>>> = {
  "add to cart": async () => {
    const { ctx, product } = await aCart()
    return () => addToCart(ctx, { productId: product.id, size: "", quantity: 1 })
  },
  "change a quantity": async () => {
    const { ctx, lineId } = await aCart()
    return () => changeQuantity(ctx, { lineId, quantity: 2 })
  },
  "remove the last line of a cart whose things are held": async () => {
    const { ctx, lineId } = await aCart({ held: true })
    return () => removeLine(ctx, { lineId })
  },
  "clear a cart whose things are held": async () => {
    const { ctx } = await aCart({ held: true })
    return () => clearCart(ctx)
  },
  "put a cleared cart back": async () => {
    const { ctx } = await aCart()
    const removal = await clearCart(ctx)
    return () => putBack(ctx, removal!)
  },
  "save the last line of a cart for later": async () => {
    const { ctx, lineId } = await aCart({ held: true })
    return () => saveForLater(ctx, { lineId })
  },
  "move what was saved back to the cart": async () => {
    const { ctx, lineId } = await aCart()
    await saveForLater(ctx, { lineId })
    const [saved] = await listSaved(ctx)
    return () => moveToCart(ctx, { savedId: saved!.id })
  },
  "ask something of a market that is at checkout": async () => {
    const { ctx, product } = await aCart({ held: true })
    return () => saveNote(ctx, { marketId: product.marketId, note: "Green ones" })
  },
  "accept new prices": async () => {
    const { ctx, product } = await aCart()
    await locks.watched.db.execute(sql`update variants set price_cents = 500 where id = ${product.variantId}`)
    const { quote } = (await readCart(ctx)).view
    return () => proceed(ctx, { fulfilment: "pickup", quote })
  },
  "save an address": async () => {
    const { ctx } = await aCart()
    return () => saveShipTo(ctx, SHIP_TO)
  },
  "start a checkout": async () => {
    const { ctx } = await aCart()
    return () => startCheckout(ctx)
  },
  "start a checkout again, with another cart": async () => {
    const { ctx } = await aCart({ held: true })
    await fillCart(ctx, [{ productId: (await fresh()).id }])
    return () => startCheckout(ctx)
  },
  "start a checkout again, for another time at two markets": async () => {
    const ctx = await shopper()
    const markets = [await aMarket(locks.watched.db), await aMarket(locks.watched.db)]
    for (const market of markets) {
      await aCalendar(locks.watched.db, market, { pickupPlaces: 3 })
      await fillCart(ctx, [{ productId: (await aProduct(locks.watched.db, market)).id }])
      await chooseWindow(ctx, { marketId: market.id, startsAt: await aWindowOf(market.id, 1) })
    }
    await startCheckout(ctx)
    for (const { id: marketId } of markets)
      await chooseWindow(ctx, { marketId, startsAt: await aWindowOf(marketId, 2) })
    return () => startCheckout(ctx)
  },
  "cancel an order with a window": async () => {
    const market = await aMarket(locks.watched.db)
    await aCalendar(locks.watched.db, market)
    const ctx = await shopper()
    await fillCart(ctx, [{ productId: (await aProduct(locks.watched.db, market)).id }])
    await chooseWindow(ctx, { marketId: market.id, startsAt: await aWindowOf(market.id, 1) })
    await startCheckout(ctx)
    const completion = await completeCheckout(ctx, await payByCard(ctx, checkout.sandbox.stripe))
    const [orderId = ""] = "orderIds" in completion ? completion.orderIds : []
    const seller = ctxFor(locks.watched, market.actor, checkout.parts())
    return () => cancelSellerOrder(seller, { orderId, reason: "It rained on it." })
  },
  "leave a checkout": async () => {
    const { ctx } = await aCart({ held: true })
    return () => leaveCheckout(ctx)
  },
  "begin a payment": async () => {
    const { ctx } = await aCart({ held: true })
    return () => beginPayment(ctx, BILLING)
  },
  "sweep holds that ran out": async () => {
    await aCart({ held: true })
    await beginPayment((await aCart({ held: true })).ctx, BILLING)
    clock.advance({ minutes: 31 })
    return () => expireHolds(system())
  },
  "place a pickup order when paid": async () => {
    const { ctx, checkoutId } = await aPayment()
    return () => completeCheckout(ctx, { checkoutId })
  },
  "place a delivery order when paid": async () => {
    const { ctx, checkoutId } = await aPayment(SHIP_TO)
    return () => completeCheckout(ctx, { checkoutId })
  },
  "place an order that was paid too late": async () => {
    const { checkoutId, paymentId } = await aLatePayment(5)
    return () => completeCheckout(system(), { checkoutId, paymentId })
  },
  "refund what was paid too late": async () => {
    const { checkoutId, paymentId } = await aLatePayment(0)
    return () => completeCheckout(system(), { checkoutId, paymentId })
  },
  "refund another amount than the checkout's": async () => {
    const { checkoutId, paymentId } = await aPayment()
    await locks.watched.db.execute(
      sql`update checkouts set total_cents = total_cents + 1 where id = ${checkoutId}`,
    )
    return () => completeCheckout(system(), { checkoutId, paymentId })
  },
  "edit a product": async () => {
    const { seller, product } = await anOffering()
    return () => updateProduct(seller, { productId: product.id, size: "", ...someFacts() })
  },
  "delete a product": async () => {
    const { seller, product } = await anOffering()
    return () => deleteProduct(seller, product.id)
  },
}

it.each(Object.entries(COMMANDS))(
  "locks rows in the one order: %s",
  { tags: ["DATA-5"] },
  async (_, prepare) => {
    const transactions = await locks.locksDuring(await prepare())
    expect(transactions).not.toEqual([])
    expect(transactions.filter((tables) => !isInOrder(tables))).toEqual([])
  },
)

it("would see the reverse, whatever kind of statement locks", { tags: ["DATA-5"] }, async () => {
  const { db } = locks.watched
  const product = await fresh()
  const order = await anOrder(db, {
    customer: await aCustomer(db),
    market: await aMarket(db),
    product,
    fulfilment: "delivery",
  })
  const [reverse] = await locks.locksDuring(() =>
    transaction(db, async (tx) => {
      await tx.select().from(deliveries).where(sql`order_id in (select id from orders)`).for("share")
      await tx
        .insert(carts)
        .values({ customerId: order.customerId })
        .onConflictDoUpdate({ target: carts.customerId, set: { updatedAt: new Date() } })
      await tx.execute(sql`with gone as (delete from cart_lines returning id) select count(*) from gone`)
      await tx.update(variants).set({ stock: 1 }).where(eq(variants.id, product.variantId))
      await tx
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
        .for("no key update", { of: orders })
    }),
  )
  expect(reverse).toEqual(["deliveries", "carts", "cart_lines", "variants", "orders"])
  expect(isInOrder(reverse ?? [])).toBe(false)
})

/**
 * Stock held for the person is released before their profiles are locked, since buyers request locks on profiles while
 * they have locks on stock. Their deliveries are finished by then, and nobody else locks those. If this ever deadlocks
 * with a courier taking a delivery and a cancellation, the transaction helper retries one of the three.
 */
it("knows one command that does not: deleting an account", { tags: ["DATA-5"] }, async () => {
  const { db } = locks.watched
  const { userId, password, email } = await aPersonWithPassword(db, ["customer", "deliverer"])
  const actor = { role: "customer" as const, userId }
  const { ports } = checkout.parts()
  const ctx = ctxFor(locks.watched, actor, { now: clock.now, ports: { ...ports, passwords } })
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const order = await anOrder(db, {
    customer: { userId, email, actor },
    market,
    product,
    fulfilment: "delivery",
  })
  await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id))
  await goToCheckout(ctx, [{ productId: product.id }])
  expect(await locks.locksDuring(() => deleteAccount(ctx, { password }))).toEqual([
    ["carts", "checkouts", "variants", "deliverers", "orders", "deliveries"],
  ])
})
