import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { AdminContext, SystemContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { defineSweep } from "#core/sweep.ts"
import { couriers, deliveries, markets, orders } from "#db/schema/index.ts"

/** The time a courier may take to get to the market, or to the customer, after the last step and the window's start. */
export const STUCK_AFTER_MS = 3 * HOUR_MS
const SHOWN = 50

const since = sql<Date>`greatest(
  case ${orders.status} when 'taken' then ${deliveries.takenAt} else ${deliveries.pickedUpAt} end,
  ${orders.windowStartsAt}
)`.mapWith(deliveries.takenAt)

type Reader = AdminContext | SystemContext

const isStuck = (ctx: Reader) =>
  and(
    // The condition of the index `deliveries_one_active`: only active deliveries are read, no matter how many were
    // delivered.
    isNotNull(deliveries.courierId),
    isNull(deliveries.deliveredAt),
    inArray(orders.status, ["taken", "picked up"]),
    sql`${since} < ${new Date(ctx.now().getTime() - STUCK_AFTER_MS).toISOString()}::timestamptz`,
  )

export type StuckOrder = Awaited<ReturnType<typeof listStuckOrders>>[number]

/** Orders whose courier has made no progress for three hours, longest first; at most fifty. */
export const listStuckOrders = (ctx: Reader) =>
  ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      market: markets.name,
      firstName: couriers.firstName,
      lastName: couriers.lastName,
      since,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(isStuck(ctx))
    .orderBy(asc(since), asc(orders.number))
    .limit(SHOWN)

export async function countStuckOrders(ctx: Reader): Promise<number> {
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(isStuck(ctx))
  return counted?.total ?? 0
}

/** Alerts the site's operator on each run until the orders are resolved. */
export async function alarmStuckOrders(ctx: SystemContext): Promise<void> {
  const stuck = await listStuckOrders(ctx)
  if (stuck.length === 0) return
  const hours = (from: Date) => Math.floor((ctx.now().getTime() - from.getTime()) / HOUR_MS)
  ctx.ports.alarms.raise("orders_stuck", {
    orders: stuck.map((order) => `${order.number} ${order.status} ${hours(order.since)} h`).join(", "),
  })
}

export const alarmStuckOrdersSweep = defineSweep("alarm-stuck-orders", HOUR_MS, alarmStuckOrders)
