import type { TakingOrders } from "#core/calendar/taking-orders.ts"
import type { SellerContext } from "#core/context.ts"
import { transaction } from "#db/transaction.ts"
import { writeCalendar } from "./calendar-queries.server.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * Changes the rules for future orders of the seller's own market: preparation time, orders per window, delivery and its
 * radius, minimums, who delivers by default. Writes only the given ones; orders above a lowered limit stay. Throws
 * `not_found`.
 */
export async function updateOrderRules(
  ctx: SellerContext,
  rules: Partial<TakingOrders & { prepMinutes: number }>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { id } = await lockOwnMarket(ctx, tx)
    await writeCalendar(ctx, tx, id, rules)
  })
}
