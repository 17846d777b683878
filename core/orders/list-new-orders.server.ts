import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { type Cents, cents } from "#core/money.ts"
import type { Executor } from "#db/client.ts"
import { customers, markets, OPEN, orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { dueDateText, dueText } from "./due-text.ts"
import type { NewOrder } from "./new-order-text.ts"
import { MOST_ACKNOWLEDGED } from "./order.ts"
import { ofSeller } from "./order-queries.server.ts"

/** The seller's open orders that nobody has acknowledged, the first due first, at most as many as one "Got it" takes. */
export async function listNewOrders(ctx: SellerContext): Promise<NewOrder[]> {
  const rows = await newOrders(ctx.db)
    .where(and(ofSeller(ctx), OPEN, isNull(orders.acknowledgedAt)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(MOST_ACKNOWLEDGED)
  return rows.map((row) => newOrder(row, dueText(row, ctx.now(), row.timeZone)))
}

/** One order of any market for a message about it, whose due time names its day; undefined if `where` excludes it. */
export async function readNewOrder(
  db: Executor,
  orderId: string,
  where: SQL | undefined,
): Promise<(NewOrder & { sellerId: string }) | undefined> {
  const [row] = await newOrders(db).where(and(eq(orders.id, orderId), where))
  return row && { ...newOrder(row, dueDateText(row, row.timeZone)), sellerId: row.sellerId }
}

type Row = Omit<NewOrder, "due">

const newOrder = (
  { id, number, firstName, fulfilment, items, receivedCents }: Row,
  due: string,
): NewOrder => ({
  id,
  number,
  firstName,
  fulfilment,
  due,
  items,
  receivedCents,
})

const newOrders = (db: Executor) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      firstName: customers.firstName,
      fulfilment: orders.fulfilment,
      status: orders.status,
      dueAt: orders.dueAt,
      windowStartsAt: orders.windowStartsAt,
      windowEndsAt: orders.windowEndsAt,
      clockStartsAt: orders.clockStartsAt,
      timeZone: markets.timeZone,
      sellerId: markets.userId,
      items: itemsOf,
      receivedCents: receivedFor,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))

const itemsOf = sql<number>`(
  select coalesce(sum(l.quantity - l.replaced_quantity), 0) from order_lines l where l.order_id = ${orders.id})`.mapWith(
  Number,
)

const receivedFor: SQL<Cents> = sql`(
    select coalesce(sum(e.amount_cents), 0) from ledger_entries e
    where e.order_id = ${orders.id} and e.party = 'seller' and e.user_id = ${markets.userId})`.mapWith(
  (sum) => cents(Number(sum)),
)
