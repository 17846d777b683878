import { and, asc, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import { listAddresses } from "#core/addresses/list-addresses.server.ts"
import { listCards } from "#core/cards/saved-cards.server.ts"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import type { OrderRefund } from "#core/payments/refund.ts"
import { refundsOfOrders } from "#core/payments/refund-queries.server.ts"
import {
  checkouts,
  couriers,
  customers,
  deliveries,
  emailChanges,
  favorites,
  marketCalendars,
  marketChanges,
  marketDates,
  markets,
  memberships,
  notificationChoices,
  openingAlerts,
  orderLines,
  orders,
  passkeys,
  products,
  pushSubscriptions,
  replacementOffers,
  termsAgreements,
  users,
  variants,
} from "#db/schema/index.ts"
import { exportCart } from "./export-cart.server.ts"
import { exportSteps, exportTraces } from "./export-traces.server.ts"
import {
  BOUGHT_LINE,
  BOUGHT_ORDER,
  BROUGHT_DELIVERY,
  OFFERED_REPLACEMENT,
  OWN_CALENDAR,
  OWN_COURIER_PROFILE,
  OWN_CUSTOMER,
  OWN_DELIVERY,
  OWN_MARKET,
  OWN_PRODUCT,
  SOLD_ORDER,
} from "./exported-columns.server.ts"

/** One JSON file. Programs check `format` first. */
export type AccountExport = { readonly format: "pushcart-account-1" } & Readonly<Record<string, unknown>>

/**
 * Everything that we hold about the requesting person, in all their roles: amounts in cents, times in UTC, images as
 * links (private ones for an hour). No password, no token, nothing of other people. Only the payment provider has
 * identity and bank data. Throws `rate_limited`.
 */
export async function exportAccount(ctx: PersonContext): Promise<AccountExport> {
  const { userId } = ctx.actor
  await countTry(ctx, "export an account", userId)
  const [person] = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailConfirmed: users.emailVerified,
      timeZone: users.timeZone,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!person) throw notFound("Your account")
  const roles = await ctx.db
    .select({
      role: memberships.role,
      termsVersion: memberships.termsVersion,
      agreedAt: memberships.agreedAt,
    })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return {
    format: "pushcart-account-1",
    madeAt: ctx.now(),
    account: { ...person, roles },
    laterTerms: await ctx.db
      .select({
        version: termsAgreements.version,
        toldAt: termsAgreements.toldAt,
        agreedAt: termsAgreements.agreedAt,
      })
      .from(termsAgreements)
      .where(eq(termsAgreements.userId, userId)),
    settings: await exportSettings(ctx),
    customer: await exportPurchases(ctx),
    seller: await exportSeller(ctx),
    deliverer: await exportCourier(ctx),
    ...(await exportTraces(ctx)),
  }
}

/** How the person signs in, which email change they requested, and their notification choices. */
async function exportSettings({ db, actor: { userId } }: PersonContext) {
  return {
    passkeys: await db
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    emailChanges: await db
      .select({
        email: emailChanges.email,
        oldEmail: emailChanges.oldEmail,
        askedAt: emailChanges.createdAt,
        confirmedAt: emailChanges.confirmedAt,
      })
      .from(emailChanges)
      .where(eq(emailChanges.userId, userId)),
    notificationChoices: await db
      .select({
        role: notificationChoices.role,
        kind: notificationChoices.kind,
        way: notificationChoices.way,
        isOn: notificationChoices.isOn,
      })
      .from(notificationChoices)
      .where(eq(notificationChoices.userId, userId)),
    quietHours: await db
      .select({ fromMinutes: users.quietFromMinutes, toMinutes: users.quietToMinutes })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.quietFromMinutes))),
    notifiedDevices: await db
      .select({
        role: pushSubscriptions.role,
        device: pushSubscriptions.userAgent,
        endpoint: pushSubscriptions.endpoint,
        createdAt: pushSubscriptions.createdAt,
        lastSignedInAt: pushSubscriptions.seenAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId)),
  }
}

/** The person's purchases and cart; null for a person who is not a customer. */
async function exportPurchases(ctx: PersonContext) {
  const { userId } = ctx.actor
  const [customer] = await ctx.db.select(OWN_CUSTOMER).from(customers).where(eq(customers.userId, userId))
  if (!customer) return null
  const marketsIn = (table: typeof favorites | typeof openingAlerts) =>
    ctx.db
      .select({ market: markets.name, since: table.createdAt })
      .from(table)
      .innerJoin(markets, eq(markets.id, table.marketId))
      .where(eq(table.customerId, userId))
      .orderBy(table.createdAt)
  const paid = await ctx.db
    .select({
      id: checkouts.id,
      number: checkouts.number,
      status: checkouts.status,
      shipTo: checkouts.shipTo,
      billing: checkouts.billing,
      tipCents: checkouts.tipCents,
      tipPercent: checkouts.tipPercent,
      totalCents: checkouts.totalCents,
      cardBrand: checkouts.cardBrand,
      cardLastFour: checkouts.cardLastFour,
      statementName: checkouts.statementName,
      createdAt: checkouts.createdAt,
    })
    .from(checkouts)
    .where(eq(checkouts.customerId, userId))
    .orderBy(desc(checkouts.createdAt))
  const steps = await exportSteps(
    ctx,
    "checkout",
    paid.map(({ id }) => id),
  )
  const { createdAt, stripeCustomerId, ...texts } = customer
  return {
    ...texts,
    addresses: await listAddresses({ ...ctx, actor: { role: "customer", userId } }),
    cards: await listCards({ ...ctx, actor: { role: "customer", userId } }),
    createdAt,
    stripeCustomerId,
    ...(await exportCart(ctx)),
    favoriteMarkets: await marketsIn(favorites),
    openingAlerts: await marketsIn(openingAlerts),
    checkouts: paid.map((checkout) => ({ ...checkout, steps: steps(checkout.id) })),
    orders: await exportOrders(ctx),
  }
}

async function exportOrders(ctx: PersonContext) {
  const bought = await ctx.db
    .select({ ...BOUGHT_ORDER, market: markets.name })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.customerId, ctx.actor.userId))
    .orderBy(desc(orders.createdAt))
  if (bought.length === 0) return []
  const ids = bought.map(({ id }) => id)
  const lines = await ctx.db
    .select({ orderId: orderLines.orderId, ...BOUGHT_LINE })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
  const brought = await ctx.db.select(OWN_DELIVERY).from(deliveries).where(inArray(deliveries.orderId, ids))
  const refundsOf = await refundsOfOrders(ctx.db, ids)
  const offersOf = await offeredIn(ctx, ids)
  const steps = await exportSteps(ctx, "order", ids)
  return bought.map((order) => ({
    ...order,
    steps: steps(order.id),
    lines: lines.filter(({ orderId }) => orderId === order.id).map(({ orderId: _same, ...line }) => line),
    delivery: brought.find(({ orderId }) => orderId === order.id) ?? null,
    replacements: offersOf(order.id),
    refunds: refundsOf(order.id).map(refundOf),
  }))
}

/** The replacements that were offered to the customers of these orders, by order id. */
async function offeredIn(ctx: PersonContext, ids: readonly string[]) {
  const offered = await ctx.db
    .select(OFFERED_REPLACEMENT)
    .from(replacementOffers)
    .where(inArray(replacementOffers.orderId, [...ids]))
    .orderBy(asc(replacementOffers.id))
  return (asked: string) =>
    offered.filter(({ orderId }) => orderId === asked).map(({ orderId: _same, ...offer }) => offer)
}

/** Leaves out the admin who made the refund, because the admin is another person. */
function refundOf(made: OrderRefund) {
  const { amountCents, itemsCents, deliveryCents, tipCents, taxCents } = made
  const { reason, status, source, bearer } = made
  const { createdAt, sentAt, doneAt, failedAt } = made
  return {
    ...{ amountCents, itemsCents, deliveryCents, tipCents, taxCents, reason, status, source, bearer },
    ...{ createdAt, sentAt, doneAt, failedAt },
    lines: made.lines.map((line) => ({
      productName: line.productName,
      quantity: line.quantity,
      amountCents: line.amountCents,
      taxCents: line.taxCents,
    })),
  }
}

/** The person's market, its products and what it sold, without the buyers; null for a person without one. */
async function exportSeller(ctx: PersonContext) {
  const [market] = await ctx.db.select(OWN_MARKET).from(markets).where(eq(markets.userId, ctx.actor.userId))
  if (!market) return null
  const offered = await ctx.db
    .select(OWN_PRODUCT)
    .from(products)
    .where(eq(products.marketId, market.id))
    .orderBy(asc(products.id))
  const sizes = await ctx.db
    .select({
      productId: variants.productId,
      size: variants.size,
      priceCents: variants.priceCents,
      stock: variants.stock,
    })
    .from(variants)
    .where(
      inArray(
        variants.productId,
        ctx.db.select({ id: products.id }).from(products).where(eq(products.marketId, market.id)),
      ),
    )
  const changes = await ctx.db
    .select({
      kind: marketChanges.kind,
      wanted: marketChanges.wanted,
      decision: marketChanges.decision,
      reason: marketChanges.reason,
      createdAt: marketChanges.createdAt,
    })
    .from(marketChanges)
    .where(eq(marketChanges.marketId, market.id))
    .orderBy(asc(marketChanges.id))
  return {
    market,
    marketChanges: changes,
    ...(await exportCalendar(ctx, market.id)),
    products: offered.map((product) => ({
      ...product,
      sizes: sizes
        .filter(({ productId }) => productId === product.id)
        .map(({ size, priceCents, stock }) => ({ size, priceCents, stock })),
    })),
    sales: await exportSales(ctx, market.id),
  }
}

/** The market's calendar and special days, if its owner has set more than the three texts of hours. */
async function exportCalendar(ctx: PersonContext, marketId: string) {
  const [row] = await ctx.db
    .select(OWN_CALENDAR)
    .from(marketCalendars)
    .where(eq(marketCalendars.marketId, marketId))
  const days = await ctx.db
    .select({ date: marketDates.date, spans: marketDates.spans, note: marketDates.note })
    .from(marketDates)
    .where(eq(marketDates.marketId, marketId))
    .orderBy(asc(marketDates.date))
  return { calendar: row ?? null, specialDays: days }
}

async function exportSales(ctx: PersonContext, marketId: string) {
  const sold = await ctx.db
    .select(SOLD_ORDER)
    .from(orders)
    .where(eq(orders.marketId, marketId))
    .orderBy(desc(orders.createdAt))
  const lines = await ctx.db
    .select({
      orderId: orderLines.orderId,
      id: orderLines.id,
      product: orderLines.productName,
      size: orderLines.size,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.marketId, marketId))
  const ids = sold.map(({ id }) => id)
  const refundsOf = await refundsOfOrders(ctx.db, ids)
  const offersOf = await offeredIn(ctx, ids)
  const steps = await exportSteps(ctx, "order", ids)
  return sold.map((order) => ({
    ...order,
    steps: steps(order.id),
    lines: lines.filter(({ orderId }) => orderId === order.id).map(({ orderId: _same, ...line }) => line),
    replacements: offersOf(order.id),
    refunds: refundsOf(order.id).map(refundOf),
  }))
}

/** The person's profile as a courier and their deliveries, without the recipients; null for anyone else. */
async function exportCourier(ctx: PersonContext) {
  const { userId } = ctx.actor
  const [profile] = await ctx.db.select(OWN_COURIER_PROFILE).from(couriers).where(eq(couriers.userId, userId))
  if (!profile) return null
  const brought = await ctx.db
    .select({ orderNumber: orders.number, tipCents: orders.tipCents, ...BROUGHT_DELIVERY })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(deliveries.courierId, userId))
    .orderBy(desc(deliveries.takenAt))
  return { profile, deliveries: brought }
}
