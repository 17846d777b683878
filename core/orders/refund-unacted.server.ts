import { asc } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import type { SystemContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { cancelOrder } from "./cancel-order.server.ts"
import { hoursBefore, unactedSince } from "./unacted.server.ts"

const BATCH = 50

/** Cancels and refunds the orders on which nobody acted for three days. Answers how many. */
export async function refundUnacted(ctx: SystemContext): Promise<number> {
  const hours = ctx.rates.sellerRefundHours
  const unacted = unactedSince(hoursBefore(ctx.now(), hours))
  const due = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(unacted)
    .orderBy(asc(orders.updatedAt))
    .limit(BATCH)
  const reason = `The market did not act on this order within ${hours} hours.`
  for (const { id } of due) {
    try {
      await cancelOrder(ctx, { orderId: id, reason, by: "system", mine: unacted })
    } catch (error) {
      // The seller acted since the list was read: then the order is no longer one of these.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return due.length
}
