import { asc } from "drizzle-orm"
import { MINUTE_MS } from "#core/durations.ts"
import { defineSweep } from "#core/sweep.ts"
import { orders } from "#db/schema/index.ts"
import type { SystemContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { rowByRow } from "../row-by-row.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import { unacted } from "./order-queries.server.ts"
import { deadlinesFor, nextSellerStep, refundReason } from "./seller-deadlines.ts"

const BATCH = 50

/** Cancels and refunds the orders on which their sellers did not act in time. Returns how many. */
export async function refundUnacted(ctx: SystemContext): Promise<number> {
  const mine = unacted(ctx, "refund")
  const due = await ctx.db
    .select({ id: orders.id, fulfilment: orders.fulfilment, status: orders.status })
    .from(orders)
    .where(mine)
    .orderBy(asc(orders.updatedAt))
    .limit(BATCH)
  await rowByRow(due, async (order) => {
    const wait = nextSellerStep(order)
    if (!wait) return
    const reason = refundReason(wait, deadlinesFor(wait, ctx.rates).refundHours)
    try {
      await cancelOrder(ctx, { orderId: order.id, reason, by: "system", mine })
    } catch (error) {
      // The seller acted after the list was loaded, so the order is no longer overdue.
      if (!(error instanceof DomainError)) throw error
    }
  })
  return due.length
}

export const refundUnactedSweep = defineSweep("refund-unacted", 15 * MINUTE_MS, refundUnacted)
