import { and, desc, eq } from "drizzle-orm"
import { markets, notifications, orders } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"

export type NotificationLine = {
  id: string
  orderId: string | null
  message: string
  /** Of the market that the order was placed with; null for news about no order. */
  timeZone: string | null
  seen: boolean
  createdAt: Date
}

/** What the bell shows: the newest fifty of the role the person is signed in as. */
export async function listNotifications(ctx: PersonContext): Promise<NotificationLine[]> {
  const rows = await ctx.db
    .select({
      id: notifications.id,
      orderId: notifications.orderId,
      message: notifications.message,
      timeZone: markets.timeZone,
      seenAt: notifications.seenAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .leftJoin(orders, eq(orders.id, notifications.orderId))
    .leftJoin(markets, eq(markets.id, orders.marketId))
    .where(mine(ctx))
    .orderBy(desc(notifications.id))
    .limit(50)
  return rows.map(({ seenAt, ...row }) => ({ ...row, seen: seenAt !== null }))
}

const mine = (ctx: PersonContext) =>
  and(eq(notifications.userId, ctx.actor.userId), eq(notifications.role, ctx.actor.role))
