import { and, asc, count, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm"
import type { AdminContext, SystemContext } from "#core/context.ts"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { lockOrder } from "#core/orders/order-queries.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { couriers, deliveries, markets, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { STUCK_AFTER_MS } from "./delivery.ts"

const BATCH = 50

/**
 * The wait counts from the offer, or from the order's clock if that starts later: nobody has to take a delivery long
 * before its time.
 */
const waitsSince = sql`greatest(${deliveries.offeredAt}, ${orders.clockStartsAt})`

/** Gives deliveries back to their sellers, who decide again, if no courier took them in time. Returns how many. */
export async function returnUnclaimed(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.rates.unclaimedDeliveryHours * HOUR_MS)
  const unclaimed = await ctx.db
    .select({ id: deliveries.id, orderId: deliveries.orderId })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(orders.status, "waiting"),
        eq(deliveries.hasDeliverer, false),
        isNull(deliveries.courierId),
        lte(waitsSince, before),
      ),
    )
    .orderBy(asc(deliveries.offeredAt))
    .limit(BATCH)
  await rowByRow(unclaimed, (delivery) => returnOne(ctx, delivery, before))
  return unclaimed.length
}

export const returnUnclaimedSweep = defineSweep("return-unclaimed", 5 * MINUTE_MS, returnUnclaimed)

type Unclaimed = { id: string; orderId: string }

/** Locks and checks the delivery again: a courier may have taken it since the list was read. */
async function returnOne(ctx: SystemContext, { id, orderId }: Unclaimed, before: Date): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockOrder(tx, orderId, undefined)
    const [delivery] = await tx
      .select({ number: orders.number, sellerId: markets.userId })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .innerJoin(markets, eq(markets.id, orders.marketId))
      .where(
        and(
          eq(deliveries.id, id),
          eq(orders.status, "waiting"),
          isNull(deliveries.courierId),
          lte(waitsSince, before),
        ),
      )
    if (!delivery) return
    await moveOrder(ctx, tx, { orderId, move: "withdraw", mine: undefined })
    await tx.update(deliveries).set({ hasDeliverer: null }).where(eq(deliveries.id, id))
    await notify(tx, {
      userId: delivery.sellerId,
      role: "seller",
      orderId,
      message: `Nobody has taken the delivery of order ${delivery.number}. Please decide how it gets to the customer.`,
    })
  })
}

const SHOWN = 50

const stuckSince = sql<Date>`greatest(
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
    sql`${stuckSince} < ${new Date(ctx.now().getTime() - STUCK_AFTER_MS).toISOString()}::timestamptz`,
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
      since: stuckSince,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(isStuck(ctx))
    .orderBy(asc(stuckSince), asc(orders.number))
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
