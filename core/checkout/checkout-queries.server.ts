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
import { type HeldPart, partsOf, type Slot, slotsIn } from "./slots.server.ts"

export type CheckoutRow = typeof checkouts.$inferSelect

/**
 * The statuses are inlined: with a cached plan, PostgreSQL uses the index of live checkouts only if the plan has them.
 */
export const isLiveCheckout = inArray(checkouts.status, ["open", "paying"]).inlineParams()

/** Whether the checkout is still at the payment attempt that was read: neither released nor canceled since then. */
export const isStillPaying = ({ id, paymentAttempt }: Pick<CheckoutRow, "id" | "paymentAttempt">) =>
  and(eq(checkouts.id, id), eq(checkouts.status, "paying"), eq(checkouts.paymentAttempt, paymentAttempt))

/** The customer's one checkout that holds stock; null if there is none. */
export async function findLiveCheckout(executor: Executor, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await live(executor).execute({ customerId })
  return row ?? null
}

const isOfCustomer = eq(checkouts.customerId, sql.placeholder("customerId"))
/** Prepared, since the cart and every step of a checkout run it. */
const live = prepared((executor) =>
  executor.select().from(checkouts).where(and(isOfCustomer, isLiveCheckout)).prepare("live_checkout"),
)

/** The live checkout with its parts and the lines and slots that it holds. */
export type LiveHold = CheckoutRow & { lines: Held[]; parts: HeldPart[]; slots: Slot[] }
export async function findLiveHold(executor: Executor, customerId: string): Promise<LiveHold | null> {
  const live = await findLiveCheckout(executor, customerId)
  return live && withHeld(executor, live)
}

export async function withHeld(executor: Executor, live: CheckoutRow): Promise<LiveHold> {
  const parts = await partsOf(executor, live)
  return { ...live, lines: await heldLines(executor, live.id), parts, slots: slotsIn(parts) }
}

/** Locks the live checkout until the transaction ends. */
export async function lockLiveCheckout(tx: Transaction, customerId: string): Promise<CheckoutRow | null> {
  const [row] = await liveLocked(tx).execute({ customerId })
  return row ?? null
}

/** Prepared, since it runs under the lock of the cart. */
const liveLocked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(and(isOfCustomer, isLiveCheckout))
    .for("no key update")
    .prepare("live_checkout_locked"),
)

/** Locks a checkout by its id until the transaction ends. */
export async function lockCheckout(tx: Transaction, checkoutId: string): Promise<CheckoutRow | null> {
  const [row] = await locked(tx).execute({ checkoutId })
  return row ?? null
}

/** Prepared, since every end of a hold or of a payment begins with it. */
const locked = prepared((tx) =>
  tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, sql.placeholder("checkoutId")))
    .for("no key update")
    .prepare("checkout_locked"),
)

const byId = eq(checkouts.id, sql.placeholder("checkoutId"))
/** Prepared, since the browser, the webhook and the sweep each run it for every payment. */
export const checkoutOfCustomer = prepared((db) =>
  db.select().from(checkouts).where(and(byId, isOfCustomer)).prepare("checkout_of_customer"),
)
export const anyCheckout = prepared((db) => db.select().from(checkouts).where(byId).prepare("checkout_by_id"))

const accountEmail = sql<string>`(select email from users where id = ${sql.placeholder("customerId")})`

/**
 * Prepared, since every Pay Now runs it. One statement, so that no market can stop selling between the check and the
 * move.
 */
export const paymentEntered = prepared((db) => {
  const paid = db.$with("paid").as(
    marketsPaid(db)
      .where(and(isOfCustomer, isLiveCheckout))
      // A seller's account deletion locks this row: it either goes first, or finds this payment in progress.
      .for("key share", { of: markets }),
  )
  const before = db
    .select({ id: checkouts.id, from: sql<CheckoutStatus>`${checkouts.status}`.as("from_status") })
    .from(checkouts)
    .where(and(isOfCustomer, isLiveCheckout))
    .for("no key update")
    .as("before")
  const end = sql`${checkouts.holdEndsAt} + make_interval(mins => ${sql.placeholder("extraMinutes")}::int)`
  return db
    .with(paid)
    .update(checkouts)
    .set({
      status: CHECKOUT_MOVES.pay.to,
      // With the account's own email, as the form shows it. Without a new address, the saved one stays.
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

export const marketsPaid = (db: Executor) =>
  db
    .select({ name: markets.name, canSell: markets.canSell })
    .from(checkouts)
    .innerJoin(checkoutMarkets, eq(checkoutMarkets.checkoutId, checkouts.id))
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))

/** Prepared, like its lines, since each visit to /pay and each payment call runs them. */
export const marketsOf = prepared((db) =>
  db
    .select({
      part: checkoutMarkets,
      name: markets.name,
      place: { address: markets.address, city: markets.city, state: markets.state, zip: markets.zip },
      ...calendarColumns,
    })
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
 * The markets' parts of a checkout, in the order of their orders, with the number of each order, which is assigned
 * here, and the seller's approval: an admin who denies a seller at the same time either goes first or waits for these
 * orders. The caller has locked a checkout that has no orders yet.
 */
export async function readParts(
  executor: Executor,
  { id: checkoutId, fulfilment }: Pick<CheckoutRow, "id" | "fulfilment">,
) {
  const rows = await parts(executor).execute({ checkoutId })
  return rows.map((row) => ({ ...row, fulfilment: row.fulfilment ?? fulfilment }))
}

/** A bigint is returned as text. */
const nextNumber = sql<number>`nextval('orders_number_seq')`.mapWith(Number)

/** Prepared, since every paid checkout runs it, under its lock. */
const parts = prepared((executor) =>
  executor
    .select({
      number: nextNumber,
      marketId: checkoutMarkets.marketId,
      fulfilment: checkoutMarkets.fulfilment,
      itemsCents: checkoutMarkets.itemsCents,
      taxCents: checkoutMarkets.taxCents,
      deliveryCents: checkoutMarkets.deliveryCents,
      tipCents: checkoutMarkets.tipCents,
      distanceMiles: checkoutMarkets.distanceMiles,
      taxCalculationId: checkoutMarkets.taxCalculationId,
      sellerId: markets.userId,
      marketName: markets.name,
      approval: markets.approval,
      windowStartsAt: checkoutMarkets.windowStartsAt,
      windowEndsAt: checkoutMarkets.windowEndsAt,
      note: checkoutMarkets.note,
      replacement: checkoutMarkets.replacement,
      phone: checkoutMarkets.phone,
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

export type Part = Awaited<ReturnType<typeof readParts>>[number]

/** The orders of a checkout, oldest first. */
export async function orderIdsOf(executor: Executor, checkoutId: string): Promise<string[]> {
  const rows = await ofCheckout(executor).execute({ checkoutId })
  return rows.map((row) => row.id)
}

/** Prepared, since every return from a payment runs it. */
const ofCheckout = prepared((executor) =>
  executor
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(orders.number)
    .prepare("orders_of_checkout"),
)

/**
 * Copies a checkout's frozen lines to its orders, and removes what was bought from the cart; lines that another tab
 * added in the meantime stay. Raw SQL, since the query builder has no insert from a join.
 */
export async function moveLines(tx: Transaction, { id, customerId }: CheckoutRow): Promise<void> {
  await tx.execute(sql`
    with bought as (
      insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category,
        section, product_name, size, unit, unit_amount, by_weight, image_container, image_name)
      select o.id, l.product_id, l.variant_id, l.quantity, l.unit_price_cents, l.tax_cents, l.category,
        l.section, l.product_name, l.size, l.unit, l.unit_amount, l.by_weight, l.image_container, l.image_name
      from checkout_lines l join orders o on o.checkout_id = l.checkout_id and o.market_id = l.market_id
      where l.checkout_id = ${id} order by l.id
      returning variant_id
    )
    delete from cart_lines using bought
    where cart_lines.customer_id = ${customerId} and cart_lines.variant_id = bought.variant_id`)
}

export type Held = { variantId: string; quantity: number }

/**
 * Locks stock rows in the order of their variant ids, so that two carts with the same items in another order cannot
 * deadlock, and returns the stock by variant id. Lock all rows of a transaction in one call.
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
    // "no key": concurrent inserts of lines hold a key share lock on these rows by their foreign key, in any order. A
    // full "for update" would wait for them, and two such waits are a deadlock.
    .for("no key update")
  return new Map(rows.map((row) => [row.id, row.stock]))
}

/** Locks, in the same order, the stock of a customer's cart and of their live checkout. */
export async function lockStockOf(tx: Transaction, customerId: string): Promise<void> {
  await lockedOf(tx).execute({ customerId })
}

const customerId = sql.placeholder("customerId")
/** Prepared, since every start of a checkout runs it while it has locked the cart. */
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
 * Takes the quantities of a checkout from the stock. The caller has locked the rows and checked that there is enough.
 * Raw SQL, for the join with the lines.
 */
export async function takeStock(tx: Transaction, checkoutId: string): Promise<void> {
  await tx.execute(sql`
    update variants set stock = stock - held.quantity from checkout_lines held
    where held.checkout_id = ${checkoutId} and variants.id = held.variant_id`)
}

/**
 * Returns a checkout's quantities to the stock, the reverse of `takeStock`. The caller has locked the checkout and
 * changes its status.
 */
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

/** Returns these quantities to the stock, in the order of the variants' ids, like every other lock on stock. */
export async function restoreStock(tx: Transaction, held: readonly Held[]): Promise<void> {
  const inOrder = [...held].sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
  for (const { variantId, quantity } of inOrder)
    await tx
      .update(variants)
      .set({ stock: sql`${variants.stock} + ${quantity}` })
      .where(eq(variants.id, variantId))
}

/** The variants and quantities that a checkout holds, or held. */
export function heldLines(executor: Executor, checkoutId: string): Promise<Held[]> {
  return executor
    .select({ variantId: checkoutLines.variantId, quantity: checkoutLines.quantity })
    .from(checkoutLines)
    .where(eq(checkoutLines.checkoutId, checkoutId))
}
