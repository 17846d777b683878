import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { cents } from "#core/money.ts"
import { customers, markets, OPEN, orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { dueText } from "./due-text.ts"
import { MOST_ACKNOWLEDGED } from "./order.ts"
import { ofSeller } from "./order-queries.server.ts"
import type { Fulfilment } from "./statuses.ts"

/** A new order that nobody at the market has acknowledged. */
export type NewOrder = {
  id: string
  number: number
  firstName: string
  fulfilment: Fulfilment
  /** "10–11 am" today, "Tomorrow, 9–11 am" */
  due: string
  /** The number of items, counting each unit. */
  items: number
  /** What the seller earns from it, after fees. */
  receivedCents: number
}

/** The seller's open orders that nobody has acknowledged, the first due first, at most as many as one "Got it" takes. */
export async function listNewOrders(ctx: SellerContext): Promise<NewOrder[]> {
  const rows = await ctx.db
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
      items: itemsOf,
      receivedCents: receivedFor(ctx.actor.userId),
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .where(and(ofSeller(ctx), OPEN, isNull(orders.acknowledgedAt)))
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(MOST_ACKNOWLEDGED)
  return rows.map(({ id, number, firstName, fulfilment, items, receivedCents, ...row }) => ({
    id,
    number,
    firstName,
    fulfilment,
    due: dueText({ ...row, fulfilment }, ctx.now(), row.timeZone),
    items,
    receivedCents,
  }))
}

const itemsOf = sql<number>`(
  select coalesce(sum(l.quantity), 0) from order_lines l where l.order_id = ${orders.id})`.mapWith(Number)

const receivedFor = (sellerId: string): SQL<number> =>
  sql`(
    select coalesce(sum(e.amount_cents), 0) from ledger_entries e
    where e.order_id = ${orders.id} and e.party = 'seller' and e.user_id = ${sellerId})`.mapWith((sum) =>
    cents(Number(sum)),
  )
