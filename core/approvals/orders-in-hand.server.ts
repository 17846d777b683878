import { and, asc, eq, isNull } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { deliveries, orders } from "#db/schema/index.ts"

/** The orders that a courier has taken and not delivered, oldest first. */
export const ordersInHand = (db: Executor, courierId: string) =>
  db
    .select({ number: orders.number, status: orders.status })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.courierId, courierId), isNull(deliveries.deliveredAt)))
    .orderBy(asc(orders.number))
