import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import type { ApplicantRole } from "./applicants.ts"

const columns = { number: orders.number, status: orders.status }

/** The orders that a person still has to see through, oldest first: a courier's deliveries, or a seller's sales. */
export const ordersInHand = (db: Executor, { role, userId }: { role: ApplicantRole; userId: string }) =>
  role === "seller" ? openSales(db, userId) : undelivered(db, userId)

export type OrderInHand = Awaited<ReturnType<typeof ordersInHand>>[number]

/** What a courier has taken and not delivered. */
const undelivered = (db: Executor, courierId: string) =>
  db
    .select(columns)
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.courierId, courierId), isNull(deliveries.deliveredAt)))
    .orderBy(asc(orders.number))

/** What a market's customers wait for, until they or a courier have it. */
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
