import { and, eq } from "drizzle-orm"
import { notifications } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"

/**
 * "See Order": marks one notification seen and says which order it is about, or which market. A stranger's is not found.
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
