import { and, asc, eq, isNull, lt, or } from "drizzle-orm"
import { markets, orders } from "#db/schema/index.ts"
import type { SystemContext } from "../context.ts"
import { notify } from "../notifications/notify.server.ts"
import { emit } from "../outbox.server.ts"
import { hoursBefore, unactedSince } from "./unacted.server.ts"

const BATCH = 100

/** Reminds sellers of orders on which they have not acted for a day, once per wait. Answers how many orders. */
export async function remindSellers(ctx: SystemContext): Promise<number> {
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(waiting(ctx))
    .orderBy(asc(orders.updatedAt))
    .limit(BATCH)
  for (const { id } of due) await remind(ctx, id)
  return due.length
}

const waiting = (ctx: SystemContext) =>
  and(
    unactedSince(hoursBefore(ctx.now(), ctx.rates.sellerReminderHours)),
    or(isNull(orders.remindedAt), lt(orders.remindedAt, orders.updatedAt)),
  )

/** Asked again in the update: the seller may have acted, or another sweep reminded them, since the list was read. */
async function remind(ctx: SystemContext, orderId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ remindedAt: ctx.now() })
      .where(and(eq(orders.id, orderId), waiting(ctx)))
      .returning({ number: orders.number, marketId: orders.marketId })
    if (!order) return
    const [market] = await tx
      .select({ sellerId: markets.userId })
      .from(markets)
      .where(eq(markets.id, order.marketId))
    if (!market) return
    const left = ctx.rates.sellerRefundHours - ctx.rates.sellerReminderHours
    await notify(tx, {
      userId: market.sellerId,
      role: "seller",
      orderId,
      message: `Order ${order.number} waits for you. Without an answer it is refunded in ${left} hours.`,
    })
    await emit(tx, "order.reminded", { orderId, sellerId: market.sellerId })
  })
}
