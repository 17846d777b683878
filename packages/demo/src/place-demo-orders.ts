import { and, asc, eq, gt, isNull } from "drizzle-orm"
import type Stripe from "stripe"
import { saveAddress } from "../../../core/addresses/save-address.server.ts"
import { shipToAddress } from "../../../core/addresses/ship-to-address.server.ts"
import { listWindowsOf } from "../../../core/calendar/list-windows.server.ts"
import { readCalendar } from "../../../core/calendar/read-calendar.server.ts"
import type { MarketCalendar } from "../../../core/calendar/taking-orders.ts"
import { addToCart } from "../../../core/cart/add-to-cart.server.ts"
import { chooseFulfilment, chooseWindow, saveNote, setCart } from "../../../core/cart/update-cart.server.ts"
import { readCart } from "../../../core/cart/view-cart.server.ts"
import { beginPayment } from "../../../core/checkout/begin-payment.server.ts"
import { completeCheckout } from "../../../core/checkout/complete-checkout.server.ts"
import { startCheckout } from "../../../core/checkout/start-checkout.server.ts"
import type { Actor, Context, CustomerContext, SellerContext } from "../../../core/context.ts"
import { HOUR_MS, MINUTE_MS } from "../../../core/durations.ts"
import { chooseNotifications } from "../../../core/notifications/choose-notifications.server.ts"
import { choicesOf } from "../../../core/notifications/kinds.ts"
import { listReplacements } from "../../../core/orders/list-replacements.server.ts"
import { offerReplacement } from "../../../core/orders/offer-replacement.server.ts"
import type { OrderNote } from "../../../core/orders/order-note.ts"
import type { Fulfilment } from "../../../core/orders/statuses.ts"
import { viewSellerOrder } from "../../../core/orders/view-seller-order.server.ts"
import { markets, products, users, variants } from "../../../db/schema/index.ts"
import { stripeClient } from "../../../server/adapters/stripe/stripe-client.ts"
import type { Runtime } from "../../../server/compose.ts"
import { lastOpenMoment } from "./opening-hours.ts"
import { ORDER_PLANS, type OrderPlan } from "./order-plans.ts"
import { MINUTES_BETWEEN, takeSteps } from "./take-steps.ts"

/** Hours from now to the window that an order is wanted in. */
const HOURS_UNTIL = { next: 0.5, tomorrow: 20 } as const
const SELLER = "seller@pushcart.test"
const CUSTOMER = "customer@pushcart.test"
const HOME = {
  firstName: "Nora",
  lastName: "Field",
  address: "460 W 24th St",
  addressOne: "Apt 5B",
  city: "New York",
  state: "NY" as const,
  zip: "10011",
}
const PHONE = "212-555-0199"

/**
 * Places the demo's orders as people would: cart, checkout, card, and then the steps of the seller and couriers, with
 * the domain's own commands, each at its own time. This way, lines, ledger, charges and notifications are consistent.
 */
export async function placeDemoOrders(
  runtime: Pick<Runtime, "contextFor">,
  sandbox: { secretKey: string; apiUrl: string },
): Promise<void> {
  const stripe = stripeClient(sandbox)
  const demo = await readDemo(runtime)
  const addressId = await saveAddresses(runtime, demo.idOf(CUSTOMER))
  const startedAt = Date.now()
  const dated = ORDER_PLANS.map((plan) => ({
    plan,
    at: placedAt(plan, demo.calendar, new Date(startedAt)).getTime(),
  }))
  // Orders are numbered in the order of placement.
  for (const { plan, at } of dated.sort((a, b) => a.at - b.at)) {
    const ctxFor = <A extends Actor>(actor: A, minutesLater = 0): Context<A> => ({
      ...runtime.contextFor(actor),
      now: () => new Date(at + minutesLater * MINUTE_MS),
    })
    const orderId = await buy(ctxFor({ role: "customer", userId: demo.idOf(plan.customer) }), stripe, {
      plan,
      onSale: demo.onSale,
      addressId,
      startedAt,
    })
    await takeSteps(ctxFor, { orderId, steps: plan.steps, seller: demo.seller, idOf: demo.idOf })
    if (plan.isAsked) await offerSomethingElse(runtime.contextFor(demo.seller), orderId)
  }
  await chooseNotifications(runtime.contextFor(demo.seller), { on: SELLER_EMAILS, ways: ["email"] })
}

/** The usual emails, and the evening's. */
const SELLER_EMAILS = choicesOf("seller")
  .filter(({ kind, way, isUsual }) => way === "email" && (isUsual || kind === "evening"))
  .map(({ name }) => name)

/** Offers one of the most similar product instead of the first line; the customer has 15 minutes from now. */
async function offerSomethingElse(ctx: SellerContext, orderId: string): Promise<void> {
  const lineId = (await viewSellerOrder(ctx, orderId)).lines[0]?.id ?? ""
  const [similar] = (await listReplacements(ctx, lineId)).choices
  if (!similar) throw new Error("The demo's seller has nothing to offer instead.")
  await offerReplacement(ctx, { lineId, variantId: similar.variantId, quantity: 1, stockToZero: false })
}

/**
 * Returns when an order was placed. Steps by the market's people have to fall into opening hours; customers order at
 * any time.
 */
export function placedAt(
  { hoursAgo, steps }: Pick<OrderPlan, "hoursAgo" | "steps">,
  calendar: Pick<MarketCalendar, "calendar" | "timeZone">,
  now: Date,
): Date {
  const latest = new Date(now.getTime() - hoursAgo * HOUR_MS)
  if (steps.length === 0) return latest
  return lastOpenMoment(calendar, latest, (steps.length + 1) * MINUTES_BETWEEN)
}

/** Saves a home address, with instructions for the courier at the door, and a work address; returns home's id. */
async function saveAddresses(runtime: Pick<Runtime, "contextFor">, userId: string): Promise<string> {
  const ctx: CustomerContext = runtime.contextFor({ role: "customer", userId })
  const place = { ...HOME, phone: PHONE, isFirstChoice: false }
  const home = await saveAddress(ctx, {
    ...place,
    label: "Home",
    instructions: "Gate code 4821. Leave it at the door, the dog is friendly.",
  })
  const work = { label: "Work", address: "45 W 34th St", addressOne: "Floor 9", zip: "10001" }
  await saveAddress(ctx, { ...place, ...work, instructions: null })
  return home.addressId
}

type Sale = {
  plan: OrderPlan
  onSale: { productId: string; size: string }[]
  addressId: string
  startedAt: number
}

async function buy(
  ctx: CustomerContext,
  stripe: Stripe,
  { plan, onSale, addressId, startedAt }: Sale,
): Promise<string> {
  for (const number of plan.products) {
    // Products are sorted by category, so taking every third one gives a cart with several categories.
    const product = onSale[(number * 3) % onSale.length]
    if (product) await addToCart(ctx, { ...product, quantity: 1 + (number % 3) })
  }
  if (plan.fulfilment === "delivery") await shipToAddress(ctx, { addressId })
  await chooseFulfilment(ctx, plan)
  if (plan.wanted)
    await chooseFirstWindow(ctx, plan.fulfilment, new Date(startedAt + HOURS_UNTIL[plan.wanted] * HOUR_MS))
  if (plan.asked) await askMarkets(ctx, plan.asked)
  await startCheckout(ctx)
  const { checkoutId, paymentId } = await beginPayment(ctx, HOME)
  await stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
  const done = await completeCheckout(ctx, { checkoutId })
  const orderId = done.outcome === "completed" ? done.orderIds[0] : undefined
  if (!orderId) throw new Error(`A demo order was not placed: ${done.outcome}`)
  return orderId
}

async function askMarkets(ctx: CustomerContext, { phone, ...asked }: Partial<OrderNote>): Promise<void> {
  if (phone) await setCart(ctx, { phone })
  const { markets: known } = await readCart(ctx)
  for (const { id } of known) await saveNote(ctx, { marketId: id, ...asked })
}

/** Chooses the market's first window with capacity that begins at `from` or later. */
async function chooseFirstWindow(ctx: CustomerContext, kind: Fulfilment, from: Date): Promise<void> {
  const { markets: known } = await readCart(ctx)
  for (const market of known) {
    const offered = await listWindowsOf(ctx.db, market, { kind, now: ctx.now() })
    const window = offered.find(({ startsAt, isFull }) => startsAt >= from && !isFull)
    if (window) await chooseWindow(ctx, { marketId: market.id, startsAt: window.startsAt })
  }
}

/** The demo's people by email, the seller's calendar, and the seller's products with enough stock, one size of each. */
async function readDemo(runtime: Pick<Runtime, "contextFor">) {
  const { db } = runtime.contextFor({ role: "system" })
  const people = new Map(
    (await db.select({ id: users.id, email: users.email }).from(users)).map(({ id, email }) => [email, id]),
  )
  const onSale = await db
    .selectDistinctOn([products.id], { productId: products.id, size: variants.size })
    .from(products)
    .innerJoin(variants, and(eq(variants.productId, products.id), gt(variants.stock, 6)))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .innerJoin(users, and(eq(users.id, markets.userId), eq(users.email, SELLER)))
    .where(isNull(products.retiredAt))
    .orderBy(asc(products.id), asc(variants.position))
  const [market] = await db
    .select({ id: markets.id, userId: markets.userId })
    .from(markets)
    .innerJoin(users, and(eq(users.id, markets.userId), eq(users.email, SELLER)))
  const calendar = market && (await readCalendar(db, market.id))
  if (!calendar) throw new Error(`The demo has no market of ${SELLER}`)
  return {
    seller: { role: "seller" as const, userId: market.userId, marketId: market.id },
    onSale,
    calendar,
    idOf(email: string): string {
      const id = people.get(email)
      if (!id) throw new Error(`The demo has no ${email}`)
      return id
    },
  }
}
