import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import type { ApplicantRole } from "./applicants.ts"

const columns = { number: orders.number, status: orders.status }

/** The orders that a person still has to complete, oldest first: a courier's deliveries, or a seller's sales. */
export const ordersInHand = (db: Executor, { role, userId }: { role: ApplicantRole; userId: string }) =>
  role === "seller" ? openSales(db, userId) : undelivered(db, userId)

export type OrderInHand = Awaited<ReturnType<typeof ordersInHand>>[number]

/** Orders that the courier has taken and not delivered. */
const undelivered = (db: Executor, courierId: string) =>
  db
    .select(columns)
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.courierId, courierId), isNull(deliveries.deliveredAt)))
    .orderBy(asc(orders.number))

/** A market's orders that are neither canceled nor picked up by the customer or a courier. */
const openSales = (db: Executor, sellerId: string) =>
  db
    .select(columns)
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(
      and(
        eq(markets.userId, sellerId),
        eq(orders.complete, false),
        sql`coalesce(${orders.status}, '') not in ('cancelled', 'picked up')`,
      ),
    )
    .orderBy(asc(orders.number))
