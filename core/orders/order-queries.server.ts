import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { customers, deliveries, images, markets, orderLines, orders } from "#db/schema/index.ts"
import type { Context, SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { cents } from "../money.ts"
import type { OrderRefund } from "../payments/refund.ts"
import { refundsOfOrders } from "../payments/refund-queries.server.ts"
import { mayCallNow, shownWhere } from "./call-queries.server.ts"
import { offersOfOrders, type ReplacementOffer } from "./replacement-queries.server.ts"
import type { Reader } from "./statuses.ts"

/**
 * Every column of an order, with its market and the customer's name. New columns of `orders` are included
 * automatically, so callers must pick the fields that their page or response shows.
 */
export const orderColumns = {
  order: getTableColumns(orders),
  market: {
    id: markets.id,
    name: markets.name,
    address: markets.address,
    city: markets.city,
    state: markets.state,
    zip: markets.zip,
    phone: markets.phone,
    timeZone: markets.timeZone,
  },
  customer: { firstName: customers.firstName, lastName: customers.lastName },
  /** Total of the order's refunds, whether sent yet or not. */
  refundedCents:
    sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = orders.id)`.mapWith(
      (sum) => cents(Number(sum)),
    ),
  /** The customer was offered a replacement and can answer. */
  isAsked: sql<boolean>`exists (select from replacement_offers r where r.order_id = orders.id and r.status = 'open')`,
}

export type Order = Awaited<ReturnType<typeof listOrders>>[number]

/** An order's lines, delivery, delivery photo, refunds and offers of replacements. */
export type OrderContents = {
  lines: (typeof orderLines.$inferSelect)[]
  delivery: Omit<typeof deliveries.$inferSelect, "instructions" | "addressId"> | null
  photo: ImageAddress | null
  refunds: OrderRefund[]
  /** The offers of replacements, whatever became of them. */
  replacements: ReplacementOffer[]
}

const ORDER_BY = {
  newest: [desc(orders.createdAt), desc(orders.id)],
  due: [asc(orders.dueAt), asc(orders.id)],
}

/**
 * One page of a list of orders, newest or first due first; `where` limits it to their owner. The subquery picks the page before any
 * join: otherwise PostgreSQL would read and sort all the orders of a busy market to return fifty.
 */
export function listOrders(
  db: Executor,
  where: SQL | undefined,
  { limit, offset, by = "newest" }: { limit: number; offset: number; by?: keyof typeof ORDER_BY },
) {
  const window = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...ORDER_BY[by])
    .limit(limit)
    .offset(offset)
  return db
    .select(orderColumns)
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .where(sql`${orders.id} = any(array(${window}))`)
    .orderBy(...ORDER_BY[by])
}

/**
 * Returns one order with its refunds and lines, for any role; `mine` is the SQL condition that excludes orders of
 * others. Throws `not_found`.
 */
export async function readOrder(
  db: Executor,
  { orderId, mine, reader }: { orderId: string; mine: SQL | undefined; reader: Reader | null },
) {
  if (!isId(orderId)) throw notFound("This order")
  const [found] = await db
    .select(orderColumns)
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .where(and(eq(orders.id, orderId), mine))
  if (!found) throw notFound("This order")
  const { customer, ...details } = found
  const contentsOf = await contentsOfOrders(db, [orderId], reader)
  return { customerName: nameOf(customer), details: { ...details, ...contentsOf(orderId) } }
}

/** One order with everything that both its customer and its seller may see. */
export type OrderDetails = Awaited<ReturnType<typeof readOrder>>["details"]

const PHOTO_LINK_MINUTES = 10

/** Returns an expiring link to the delivery's photo; null if there is none. */
export async function photoLink(ctx: Context, photo: ImageAddress | null): Promise<string | null> {
  const expiresAt = new Date(ctx.now().getTime() + PHOTO_LINK_MINUTES * MINUTE_MS)
  return photo && ctx.ports.images.privateUrl(photo, expiresAt)
}

export const nameOf = ({ firstName, lastName }: Order["customer"]): string => `${firstName} ${lastName}`

/**
 * Adds the contents to listed orders. The query that listed them has checked who owns them. Customers' phone numbers are
 * only included for a `reader` who may see them.
 */
export async function withContents(
  db: Executor,
  listed: readonly Order[],
  reader: Reader | null = null,
): Promise<(Order & OrderContents)[]> {
  const contentsOf = await contentsOfOrders(
    db,
    listed.map(({ order }) => order.id),
    reader,
  )
  return listed.map((order) => ({ ...order, ...contentsOf(order.order.id) }))
}

/**
 * Returns the contents of each of these orders, by order id. The caller must check who owns the orders. The customer's
 * phone number is included only if the `reader` may see it: customers see their own, and sellers see it while the order
 * is open.
 */
export async function contentsOfOrders(
  db: Executor,
  ids: readonly string[],
  reader: Reader | null,
): Promise<(orderId: string) => OrderContents> {
  if (ids.length === 0)
    return () => ({ lines: [], delivery: null, photo: null, refunds: [], replacements: [] })
  const [lines, shippings, refundsOf, offersOf] = await Promise.all([
    linesByIds(db).execute({ ids }),
    shippingsByIds(db).execute({ ids, reader }),
    refundsOfOrders(db, ids),
    offersOfOrders(db, ids),
  ])
  const linesOf = new Map<string, OrderContents["lines"]>()
  for (const line of lines) linesOf.set(line.orderId, [...(linesOf.get(line.orderId) ?? []), line])
  const shippingOf = new Map(shippings.map((shipping) => [shipping.delivery.orderId, shipping]))
  return (orderId) => {
    const { delivery = null, photo = null } = shippingOf.get(orderId) ?? {}
    return {
      lines: linesOf.get(orderId) ?? [],
      delivery,
      photo,
      refunds: refundsOf(orderId),
      replacements: offersOf(orderId),
    }
  }
}

const linesByIds = prepared((db) =>
  db
    .select()
    .from(orderLines)
    .where(isAsked(orderLines.orderId))
    .orderBy(asc(orderLines.id))
    .prepare("order_lines_by_ids"),
)

/** The customer's instructions are shown only to the courier (core/deliveries). */
const {
  instructions: _toTheCourier,
  addressId: _ofTheCustomer,
  phone: _byTheRule,
  ...deliveryColumns
} = getTableColumns(deliveries)

const isReader = (reader: Reader) => sql`${sql.placeholder("reader")}::text = ${reader}`

/** These two roles may not call each other after delivery, so the time does not matter. */
const mayReadPhone = or(
  isReader("customer"),
  and(isReader("seller"), mayCallNow("seller", "customer", new Date(0))),
)

const shippingsByIds = prepared((db) =>
  db
    .select({
      delivery: { ...deliveryColumns, phone: shownWhere(mayReadPhone, deliveries.phone) },
      photo: { container: images.container, name: images.name },
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .leftJoin(images, eq(images.id, deliveries.photoId))
    .where(isAsked(deliveries.orderId))
    .prepare("deliveries_by_ids"),
)

/**
 * Whether an order is one of a prepared query's `ids`. The subquery makes PostgreSQL always estimate ten ids. With a
 * plain array PostgreSQL knows its length, finds custom plans slightly cheaper and plans the query again on every
 * execution, which costs ten times as much as the read.
 */
function isAsked(column: typeof deliveries.orderId | typeof orderLines.orderId): SQL {
  return sql`${column} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`
}

/** With `offset 0` PostgreSQL looks up each order's own rows by their index; without, it may read those of all orders. */
export const findsOne = (query: SQLWrapper): SQL => sql`exists (${query} offset 0)`

/** The SQL condition that excludes other markets' orders. */
export const ofSeller = (ctx: SellerContext) => eq(orders.marketId, ctx.actor.marketId)

/**
 * Locks an order, and with it its delivery: every command that moves an order or changes its delivery calls this first
 * and reads the delivery afterwards, as `LOCK_ORDER` of db/transaction.ts requires. `mine` limits the lookup to the
 * actor's own orders. Throws `not_found`.
 */
export async function lockOrder(tx: Transaction, orderId: string, mine: SQL | undefined) {
  if (!isId(orderId)) throw notFound("This order")
  const [order] = await tx
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      fulfilment: orders.fulfilment,
      confirmation: orders.confirmation,
      packedAt: orders.packedAt,
      bags: orders.bags,
      acknowledgedAt: orders.acknowledgedAt,
    })
    .from(orders)
    .where(and(eq(orders.id, orderId), mine))
    .for("no key update")
  if (!order) throw notFound("This order")
  return order
}

/**
 * Orders on which the seller has not acted in time, by the steps of seller-deadlines.ts: a delivery for which the
 * seller has not chosen who delivers, or that the seller's own person has not delivered; a pickup that is still
 * pending; and, with a longer limit, an order that a carrier has not delivered. The time starts again when a delivery
 * that no courier took returns to the seller and when a pickup is set back to pending, since every move updates
 * `updatedAt`. It never starts before `clockStartsAt`.
 */
export function unacted({ now, rates }: Pick<Context, "now" | "rates">, until: "reminder" | "refund") {
  const isReminder = until === "reminder"
  const from = sql`greatest(${orders.updatedAt}, ${orders.clockStartsAt})`
  const since = (hours: number) => lte(from, new Date(now().getTime() - hours * HOUR_MS))
  return or(
    and(
      or(
        and(eq(orders.fulfilment, "delivery"), or(isNull(orders.status), eq(orders.status, "pending"))),
        and(eq(orders.fulfilment, "pickup"), eq(orders.status, "pending")),
      ),
      since(isReminder ? rates.sellerReminderHours : rates.sellerRefundHours),
    ),
    and(
      eq(orders.status, "shipped"),
      since(isReminder ? rates.shippedReminderHours : rates.shippedRefundHours),
    ),
  )
}
