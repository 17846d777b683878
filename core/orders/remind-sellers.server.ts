import { and, asc, eq, isNull, lt, or } from "drizzle-orm"
import { MINUTE_MS } from "#core/durations.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { defineSweep } from "#core/sweep.ts"
import { markets, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SystemContext } from "../context.ts"
import { notify } from "../notifications/notify.server.ts"
import { rowByRow } from "../row-by-row.ts"
import { unacted } from "./order-queries.server.ts"
import { nextSellerStep, refundWarning } from "./seller-deadlines.ts"

const BATCH = 100

/** Reminds sellers of orders on which they have not acted in time, once per wait. Returns the number of orders. */
export async function remindSellers(ctx: SystemContext): Promise<number> {
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(waiting(ctx))
    .orderBy(asc(orders.updatedAt))
    .limit(BATCH)
  await rowByRow(due, ({ id }) => remind(ctx, id))
  return due.length
}

export const remindSellersSweep = defineSweep("remind-sellers", 15 * MINUTE_MS, remindSellers)

const waiting = (ctx: SystemContext) =>
  and(unacted(ctx, "reminder"), or(isNull(orders.remindedAt), lt(orders.remindedAt, orders.updatedAt)))

/** The update checks again, since the seller may have acted or another sweep may have reminded them in the meantime. */
async function remind(ctx: SystemContext, orderId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ remindedAt: ctx.now() })
      .where(and(eq(orders.id, orderId), waiting(ctx)))
      .returning()
    const wait = order && nextSellerStep(order)
    if (!wait) return
    const [market] = await tx
      .select({ sellerId: markets.userId })
      .from(markets)
      .where(eq(markets.id, order.marketId))
    if (!market) return
    await notify(tx, {
      userId: market.sellerId,
      role: "seller",
      orderId,
      message: `Order ${order.number} needs your attention. ${refundWarning(wait, ctx.rates)}`,
    })
    await emit(tx, "order.reminded", { orderId, sellerId: market.sellerId })
  })
}
