import { and, eq, getTableColumns, type SQL } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { markets, orders, refunds } from "#db/schema/index.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { contentsOfOrders } from "./contents-of-orders.server.ts"

/**
 * One order with its lines, its market, its refund, its delivery and the delivery's photo, whoever asks; `mine` is the
 * part of the SQL that makes a stranger's order not found.
 */
export async function readOrder(db: Executor, orderId: string, mine: SQL | undefined) {
  if (!isId(orderId)) throw notFound("This order")
  const [found] = await db
    .select({
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
      refund: { amountCents: refunds.amountCents, sentAt: refunds.sentAt },
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(and(eq(orders.id, orderId), mine))
  if (!found) throw notFound("This order")
  const contentsOf = await contentsOfOrders(db, [orderId])
  return { ...found, ...contentsOf(orderId) }
}

export type OrderRecord = Awaited<ReturnType<typeof readOrder>>
