import { and, eq, isNull, or, type SQL } from "drizzle-orm"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SystemContext } from "../context.ts"
import { notify } from "../notifications/notify.server.ts"
import { PLACED } from "./moves.ts"
import { newOrderReminderAt } from "./new-order-reminder.ts"

/** An order that its market has neither acknowledged nor moved, and that nobody else has moved or canceled. */
export const IS_NEW: SQL | undefined = and(
  isNull(orders.acknowledgedAt),
  or(
    and(eq(orders.fulfilment, "pickup"), eq(orders.status, PLACED.pickup)),
    and(eq(orders.fulfilment, "delivery"), isNull(orders.status)),
  ),
)

type Reminder = { readonly orderId: string; readonly sellerId: string }

/**
 * Reminds a market of an order that is still new, once. Waits longer if the market closed earlier than expected since
 * the order was placed.
 */
export async function remindOfNewOrder(ctx: SystemContext, { orderId, sellerId }: Reminder): Promise<void> {
  const isDue = and(eq(orders.id, orderId), IS_NEW, isNull(orders.newOrderRemindedAt))
  const [order] = await ctx.db
    .select({ marketId: orders.marketId, placedAt: orders.createdAt })
    .from(orders)
    .where(isDue)
  if (!order) return
  const market = await readCalendar(ctx.db, order.marketId)
  const dueAt = market && newOrderReminderAt(market, order.placedAt, ctx.now())
  if (!dueAt) return
  await transaction(ctx.db, async (tx) => {
    if (dueAt > ctx.now()) return emit(tx, "order.acknowledgmentDue", { orderId, sellerId }, { dueAt })
    // Checked again, since somebody may have acted, or the job may run twice.
    const [reminded] = await tx
      .update(orders)
      .set({ newOrderRemindedAt: ctx.now() })
      .where(isDue)
      .returning({ number: orders.number })
    if (!reminded) return
    await notify(tx, {
      userId: sellerId,
      role: "seller",
      orderId,
      message: `Order ${reminded.number} is waiting. Press Got it once you have seen it.`,
    })
    await emit(tx, "order.notAcknowledged", { orderId, sellerId })
  })
}
