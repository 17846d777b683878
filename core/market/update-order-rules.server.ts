import type { TakingOrders } from "#core/calendar/taking-orders.ts"
import type { SellerContext } from "#core/context.ts"
import { transaction } from "#db/transaction.ts"
import { writeCalendar } from "./calendar-queries.server.ts"
import { lockOwnMarket } from "./lock-market.server.ts"

/**
 * Changes what the seller's own market asks of orders from now on: preparation time, places of a window, delivery and
 * how far, minimums, who delivers as a rule. Writes what is given and nothing else; orders above a lowered limit stay.
 * Throws `not_found`.
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
