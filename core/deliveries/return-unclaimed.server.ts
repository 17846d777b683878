import { and, asc, eq, isNull, lte, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { lockOrder } from "#core/orders/order-queries.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

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
