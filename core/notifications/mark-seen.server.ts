import { and, eq, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { notifications } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"

/**
 * Marks one notification seen ("See Order") and returns the order or the market that it is about. Throws `not_found`
 * for another person's notification.
 */
export async function markSeen(
  ctx: PersonContext,
  notificationId: string,
): Promise<{ orderId: string | null; marketId: string | null }> {
  if (!isId(notificationId)) throw notFound("This notification")
  const [seen] = await ctx.db
    .update(notifications)
    .set({ seenAt: ctx.now() })
    .where(
      and(
        eq(notifications.id, notificationId),
        eq(notifications.userId, ctx.actor.userId),
        eq(notifications.role, ctx.actor.role),
      ),
    )
    .returning({ orderId: notifications.orderId, marketId: notifications.marketId })
  if (!seen) throw notFound("This notification")
  return seen
}

/** Marks everything seen that this person's menu has about an order, in the role that they are signed in as. */
export async function markOrderSeen(ctx: PersonContext, tx: Transaction, orderId: string): Promise<void> {
  const { userId, role } = ctx.actor
  await tx
    .update(notifications)
    .set({ seenAt: ctx.now() })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.role, role),
        eq(notifications.orderId, orderId),
        isNull(notifications.seenAt),
      ),
    )
}
