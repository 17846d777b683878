import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm"
import { calendarColumns, itsCalendar } from "#core/calendar/read-calendar.server.ts"
import { liveCheckoutOf } from "#core/cart/cart-queries.server.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import {
  checkoutLines,
  checkoutMarkets,
  checkouts,
  marketCalendars,
  markets,
  orders,
  variants,
} from "#db/schema/index.ts"
import { CHECKOUT_MOVES, type CheckoutStatus } from "./checkout.ts"
import { type Slot, slotsOf } from "./slots.server.ts"

export type CheckoutRow = typeof checkouts.$inferSelect

/** In the statement itself: the index of live checkouts serves a kept plan only where the plan knows the statuses. */
export const isLive = inArray(checkouts.status, ["open", "paying"]).inlineParams()

/** Whether a checkout is still at the attempt to pay that it was read at: neither released nor canceled since. */
export const isStillPaying = ({ id, paymentAttempt }: Pick<CheckoutRow, "id" | "paymentAttempt">) =>
  and(eq(checkouts.id, id), eq(checkouts.status, "paying"), eq(checkouts.paymentAttempt, paymentAttempt))

/** The customer's one checkout that holds stock, if there is one. */
export async function findLiveCheckout(executor: Executor, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await live(executor).execute({ customerId })
  return row ?? null
}

const isOfCustomer = eq(checkouts.customerId, sql.placeholder("customerId"))
/** Prepared: the cart and every step of a checkout run it. */
const live = prepared((executor) =>
  executor.select().from(checkouts).where(and(isOfCustomer, isLive)).prepare("live_checkout"),
)

/** The live checkout and what it holds. */
export type LiveHold = CheckoutRow & { lines: Held[]; slots: Slot[] }
export async function findLiveHold(executor: Executor, customerId: string): Promise<LiveHold | null> {
  const live = await findLiveCheckout(executor, customerId)
  return live && withHeld(executor, live)
}

export async function withHeld(executor: Executor, live: CheckoutRow): Promise<LiveHold> {
  return { ...live, lines: await heldLines(executor, live.id), slots: await slotsOf(executor, live) }
}

/** The live checkout, kept from changing until the transaction ends. */
export async function lockLiveCheckout(tx: Transaction, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await liveLocked(tx).execute({ customerId })
  return row ?? null
}

/** Prepared: it runs under the lock of the cart. */
const liveLocked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(and(isOfCustomer, isLive))
    .for("no key update")
    .prepare("live_checkout_locked"),
)

/** Any checkout by its id, kept from changing until the transaction ends. */
export async function lockCheckout(tx: Transaction, checkoutId: string): Promise<CheckoutRow | null> {
  const [row] = await locked(tx).execute({ checkoutId })
  return row ?? null
}

/** Prepared: every end of a hold and of a payment begins with it. */
const locked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, sql.placeholder("checkoutId")))
    .for("no key update")
    .prepare("checkout_locked"),
)

const byId = eq(checkouts.id, sql.placeholder("checkoutId"))
/** Prepared: the browser, the webhook and the sweep each ask for every payment. */
export const checkoutOfCustomer = prepared((db) =>
  db.select().from(checkouts).where(and(byId, isOfCustomer)).prepare("checkout_of_customer"),
)
export const anyCheckout = prepared((db) => db.select().from(checkouts).where(byId).prepare("checkout_by_id"))

const accountEmail = sql<string>`(select email from users where id = ${sql.placeholder("customerId")})`

/** Prepared, and one statement: every Pay Now runs it, and no market may stop selling between its look and its move. */
export const paymentEntered = prepared((db) => {
  const paid = db.$with("paid").as(
    marketsPaid(db)
      .where(and(isOfCustomer, isLive))
      // A seller who deletes the account locks this row: they go first, or find this payment under way.
      .for("key share", { of: markets }),
  )
  const before = db
    .select({ id: checkouts.id, from: sql<CheckoutStatus>`${checkouts.status}`.as("from_status") })
    .from(checkouts)
    .where(and(isOfCustomer, isLive))
    .for("no key update")
    .as("before")
  const end = sql`${checkouts.holdEndsAt} + make_interval(mins => ${sql.placeholder("extraMinutes")}::int)`
  return db
    .with(paid)
    .update(checkouts)
    .set({
      status: CHECKOUT_MOVES.pay.to,
      // With the account's own email, as the form shows it. Without an address the one that is known stays.
      billing: sql`coalesce(${sql.placeholder("billing")}::jsonb || jsonb_build_object('email', ${accountEmail}), ${checkouts.billing})`,
      holdExpiresAt: sql`greatest(${checkouts.holdExpiresAt}, least(${sql.placeholder("until")}::timestamptz, ${end}))`,
      updatedAt: sql`${sql.placeholder("now")}::timestamptz`,
    })
    .from(before)
    .where(
      and(
        eq(checkouts.id, before.id),
        sql`${end} > ${sql.placeholder("now")}::timestamptz`,
        sql`not exists (select from ${paid} where ${paid.canSell} is not true)`,
      ),
    )
    .returning({ ...getTableColumns(checkouts), accountEmail, from: before.from })
    .prepare("payment_entered")
})

/** The markets that a checkout pays. */
export const marketsPaid = (db: Executor) =>
  db
    .select({ name: markets.name, canSell: markets.canSell })
    .from(checkouts)
    .innerJoin(checkoutMarkets, eq(checkoutMarkets.checkoutId, checkouts.id))
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))

/** Prepared, like its lines: each visit to /pay and each call of the payment runs them. */
export const marketsOf = prepared((db) =>
  db
    .select({ part: checkoutMarkets, name: markets.name, ...calendarColumns })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(checkoutMarkets.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(asc(checkoutMarkets.id))
    .prepare("checkout_viewed_markets"),
)
export const linesOf = prepared((db) =>
  db
    .select()
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(asc(checkoutLines.id))
    .prepare("checkout_viewed_lines"),
)

/**
 * What each market gets of a checkout, in the order of the orders that they become, with the number of each order, which
 * is taken here, and whether its seller may still sell: an admin who denies them at this moment waits for these orders,
 * or goes first. The caller holds the lock of a checkout that has no orders yet.
 */
export async function readParts(executor: Executor, checkoutId: string) {
  return parts(executor).execute({ checkoutId })
}

/** A bigint comes as text. */
const nextNumber = sql<number>`nextval('orders_number_seq')`.mapWith(Number)

/** Prepared: every paid checkout runs it, under its lock. */
const parts = prepared((executor) =>
  executor
    .select({
      number: nextNumber,
      marketId: checkoutMarkets.marketId,
      itemsCents: checkoutMarkets.itemsCents,
      taxCents: checkoutMarkets.taxCents,
      deliveryCents: checkoutMarkets.deliveryCents,
      distanceMiles: checkoutMarkets.distanceMiles,
      taxCalculationId: checkoutMarkets.taxCalculationId,
      sellerId: markets.userId,
      marketName: markets.name,
      approval: markets.approval,
      windowStartsAt: checkoutMarkets.windowStartsAt,
      windowEndsAt: checkoutMarkets.windowEndsAt,
      note: checkoutMarkets.note,
      replacement: checkoutMarkets.replacement,
      ...calendarColumns,
    })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(checkoutMarkets.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(checkoutMarkets.id)
    .for("key share", { of: markets })
    .prepare("checkout_parts"),
)

/** One market's part of a checkout. */
export type Part = Awaited<ReturnType<typeof readParts>>[number]

/** The orders of a checkout, oldest first. */
export async function orderIdsOf(executor: Executor, checkoutId: string): Promise<string[]> {
  const rows = await ofCheckout(executor).execute({ checkoutId })
  return rows.map((row) => row.id)
}

/** Prepared: every return from a payment runs it. */
const ofCheckout = prepared((executor) =>
  executor
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(orders.number)
    .prepare("orders_of_checkout"),
)

/**
 * The frozen lines of a checkout, as its orders' own. What was bought leaves the cart; what another tab put in
 * meanwhile stays. Raw: the builder inserts from no join.
 */
export async function moveLines(tx: Transaction, { id, customerId }: CheckoutRow): Promise<void> {
  await tx.execute(sql`
    with bought as (
      insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category,
        section, product_name, size, image_container, image_name)
      select o.id, l.product_id, l.variant_id, l.quantity, l.unit_price_cents, l.tax_cents, l.category,
        l.section, l.product_name, l.size, l.image_container, l.image_name
      from checkout_lines l join orders o on o.checkout_id = l.checkout_id and o.market_id = l.market_id
      where l.checkout_id = ${id} order by l.id
      returning variant_id
    )
    delete from cart_lines using bought
    where cart_lines.customer_id = ${customerId} and cart_lines.variant_id = bought.variant_id`)
}

export type Held = { variantId: string; quantity: number }

/**
 * Locks stock rows in variant-id order, so that two carts with the same things in another order cannot deadlock,
 * and answers what is in stock. Ask for all that a transaction will touch in one call.
 */
export async function lockStock(
  tx: Transaction,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const ids = [...new Set(variantIds)].sort()
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: variants.id, stock: variants.stock })
    .from(variants)
    .where(inArray(variants.id, ids))
    .orderBy(variants.id)
    // "no key": lines written elsewhere at the same moment hold a key share on these rows by their foreign key, in any
    // order they like. A full "for update" would wait for those, and two such waits are a deadlock.
    .for("no key update")
  return new Map(rows.map((row) => [row.id, row.stock]))
}

/** Locks, in the same order, all that a customer's cart asks for and all that their live checkout holds. */
export async function lockStockOf(tx: Transaction, customerId: string): Promise<void> {
  await lockedOf(tx).execute({ customerId })
}

const customerId = sql.placeholder("customerId")
/** Prepared: every start of a checkout runs it, while it holds the cart. */
const lockedOf = prepared((tx) =>
  tx
    .select({ id: variants.id })
    .from(variants)
    .where(
      sql`${variants.id} in (
        select variant_id from cart_lines where customer_id = ${customerId}
        union select variant_id from checkout_lines where checkout_id = ${liveCheckoutOf(customerId)})`,
    )
    .orderBy(variants.id)
    .for("no key update")
    .prepare("stock_locked"),
)

/**
 * Takes what a checkout holds from the stock. The caller has locked the rows and checked that there is enough. Raw: the
 * quantities are those of the lines that it joins.
 */
export async function takeStock(tx: Transaction, checkoutId: string): Promise<void> {
  await tx.execute(sql`
    update variants set stock = stock - held.quantity from checkout_lines held
    where held.checkout_id = ${checkoutId} and variants.id = held.variant_id`)
}

/** Gives a checkout's quantities back to the stock, as `takeStock` takes them. The caller has locked the checkout and moves it on. */
export async function returnStock(tx: Transaction, checkoutId: string): Promise<void> {
  const lines = await heldLines(tx, checkoutId)
  await lockStock(
    tx,
    lines.map((line) => line.variantId),
  )
  await tx.execute(sql`
    update variants set stock = stock + held.quantity from checkout_lines held
    where held.checkout_id = ${checkoutId} and variants.id = held.variant_id`)
}

/** The variants and quantities that a checkout holds, or held. */
export function heldLines(executor: Executor, checkoutId: string): Promise<Held[]> {
  return executor
    .select({ variantId: checkoutLines.variantId, quantity: checkoutLines.quantity })
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkoutId))
}
