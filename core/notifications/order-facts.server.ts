import { asc, eq } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Executor } from "#db/client.ts"
import { customers, deliveries, markets, orderLines, orders, users } from "#db/schema/index.ts"
import type { OrderFacts } from "./letters/order-letters.ts"

/** An order as the letters tell of it, as it is now; undefined when there is none. */
export async function orderFacts(db: Executor, orderId: string): Promise<OrderFacts | undefined> {
  const sellers = alias(users, "sellers")
  const [row] = await db
    .select({
      order: orders,
      customer: customers,
      email: users.email,
      customerGone: users.deletedAt,
      market: markets,
      sellerEmail: sellers.email,
      sellerGone: sellers.deletedAt,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(sellers, eq(sellers.id, markets.userId))
    .where(eq(orders.id, orderId))
  if (!row) return undefined
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, orderId))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  const { order, market } = row
  return {
    ...order,
    orderId: order.id,
    placedAt: order.createdAt,
    timeZone: market.timeZone,
    customer: { firstName: row.customer.firstName, email: row.customerGone ? null : row.email },
    seller: { firstName: market.firstName, email: row.sellerGone ? null : row.sellerEmail },
    market: { name: market.name, address: addressLine(market), phone: market.phone },
    lines: lines.map((line) => ({ ...line, name: line.productName })),
    delivery: delivery
      ? {
          name: `${delivery.firstName} ${delivery.lastName}`,
          address: addressLine(delivery),
          carrier: delivery.carrier,
          trackingNumber: delivery.trackingNumber,
        }
      : null,
  }
}

const addressLine = (at: { address: string; city: string; state: string; zip: string }) =>
  `${at.address}, ${at.city}, ${at.state} ${at.zip}`
