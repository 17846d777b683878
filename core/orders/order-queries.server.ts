import { and, asc, desc, eq, getTableColumns, isNull, lte, or, type SQL, sql } from "drizzle-orm"
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
import type { Reader } from "./statuses.ts"

/**
 * An order as the product speaks of it, with its market and the customer's name: a new column of `orders` is in it
 * by itself. Who reads it picks what their page or answer shows.
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
  /** What goes back, or went back, of it to the customer. */
  refundedCents:
    sql`(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = orders.id)`.mapWith(
      (sum) => cents(Number(sum)),
    ),
}

export type Order = Awaited<ReturnType<typeof listOrders>>[number]

/** What is in an order and where it goes, with the delivery's photo. */
export type OrderContents = {
  lines: (typeof orderLines.$inferSelect)[]
  delivery: Omit<typeof deliveries.$inferSelect, "instructions" | "addressId"> | null
  photo: ImageAddress | null
  refunds: OrderRefund[]
}

/**
 * One window of a list of orders, newest first; `where` says whose. The window is chosen before anything is joined: all
 * the orders of a busy market would be read whole and sorted for fifty of them.
 */
export function listOrders(
  db: Executor,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const newestFirst = [desc(orders.createdAt), desc(orders.id)]
  const window = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  return db
    .select(orderColumns)
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .where(sql`${orders.id} = any(array(${window}))`)
    .orderBy(...newestFirst)
}

/**
 * One order with its refunds and lines, for any role; `mine` is the part of the SQL that makes a stranger's
 * order not found. Throws `not_found`.
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

/** One order whole, as both of its sides may read it. */
export type OrderDetails = Awaited<ReturnType<typeof readOrder>>["details"]

const PHOTO_LINK_MINUTES = 10

/** The delivery's photo by a link that expires; null without one. */
export async function photoLink(ctx: Context, photo: ImageAddress | null): Promise<string | null> {
  const expiresAt = new Date(ctx.now().getTime() + PHOTO_LINK_MINUTES * MINUTE_MS)
  return photo && ctx.ports.images.privateUrl(photo, expiresAt)
}

export const nameOf = ({ firstName, lastName }: Order["customer"]): string => `${firstName} ${lastName}`

/** Listed orders with what is in each. Whose they are has been asked when they were read. */
export async function withContents(
  db: Executor,
  listed: readonly Order[],
): Promise<(Order & OrderContents)[]> {
  const contentsOf = await contentsOfOrders(
    db,
    listed.map(({ order }) => order.id),
    null,
  )
  return listed.map((order) => ({ ...order, ...contentsOf(order.order.id) }))
}

/**
 * What is in each of these orders, by the order's id. Whose they are is for the caller to ask. The customer's number is
 * in it for the `reader` who may have it: their own for the customer, the seller while the order is open, nobody else.
 */
export async function contentsOfOrders(
  db: Executor,
  ids: readonly string[],
  reader: Reader | null,
): Promise<(orderId: string) => OrderContents> {
  if (ids.length === 0) return () => ({ lines: [], delivery: null, photo: null, refunds: [] })
  const [lines, shippings, refundsOf] = await Promise.all([
    linesByIds(db).execute({ ids }),
    shippingsByIds(db).execute({ ids, reader }),
    refundsOfOrders(db, ids),
  ])
  const linesOf = new Map<string, OrderContents["lines"]>()
  for (const line of lines) linesOf.set(line.orderId, [...(linesOf.get(line.orderId) ?? []), line])
  const shippingOf = new Map(shippings.map((shipping) => [shipping.delivery.orderId, shipping]))
  return (orderId) => {
    const { delivery = null, photo = null } = shippingOf.get(orderId) ?? {}
    return { lines: linesOf.get(orderId) ?? [], delivery, photo, refunds: refundsOf(orderId) }
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

/** What the customer asks of the courier is told to the courier alone (core/deliveries). */
const {
  instructions: _toTheCourier,
  addressId: _ofTheCustomer,
  phone: _byTheRule,
  ...deliveryColumns
} = getTableColumns(deliveries)

const isReader = (reader: Reader) => sql`${sql.placeholder("reader")}::text = ${reader}`

/** No hour after the delivery counts between these two, so the time is no part of it. */
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
 * Whether an order is one of a prepared query's `ids`. Through a subquery PostgreSQL plans for ten ids, always. It knows
 * the length of a list that is given plainly, finds a plan of its own for each a little cheaper, and makes one each
 * time, which costs ten times as much as the reading.
 */
function isAsked(column: typeof deliveries.orderId | typeof orderLines.orderId): SQL {
  return sql`${column} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`
}

/** The part of the SQL that makes another market's order not found. */
export const ofSeller = (ctx: SellerContext) => eq(orders.marketId, ctx.actor.marketId)

/**
 * Locks an order, which is also the lock of its delivery: every command that moves an order or changes its delivery comes here
 * first and reads the delivery afterwards, as `LOCK_ORDER` of db/transaction.ts has it. `mine` narrows it to the actor's
 * own. Throws `not_found`.
 */
export async function lockOrder(tx: Transaction, orderId: string, mine: SQL | undefined) {
  if (!isId(orderId)) throw notFound("This order")
  const [order] = await tx
    .select({ id: orders.id, status: orders.status, fulfilment: orders.fulfilment })
    .from(orders)
    .where(and(eq(orders.id, orderId), mine))
    .for("no key update")
  if (!order) throw notFound("This order")
  return order
}

/**
 * Orders on which the seller has not acted in time, as waits.ts names the waits: a delivery without an answer to who
 * brings it or that the seller's own person has not brought, a pickup that still stands at pending, and, by a longer
 * time, what a carrier has not brought. A delivery that nobody took and that came back starts its time again, and so
 * does a pickup that was set back to pending: whatever moves an order touches `updatedAt`. No time is counted before the
 * order's own clock starts.
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
