import { and, desc, eq, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { markets, notifications, orders } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"
import { NOTIFICATIONS_SHOWN } from "./notification-limits.ts"

export type NotificationLine = {
  id: string
  orderId: string | null
  /** The market that the line is about, if it is not about an order. */
  marketId: string | null
  message: string
  /** The time zone of that market or of the order's market; null if the notification is about neither. */
  timeZone: string | null
  seen: boolean
  createdAt: Date
}

/** Returns the lines of the notifications menu: the newest fifty for the role that the person is signed in as. */
export async function listNotifications(ctx: PersonContext): Promise<NotificationLine[]> {
  const rows = await newest(ctx.db).execute({ userId: ctx.actor.userId, role: ctx.actor.role })
  return rows.map(({ seenAt, ...row }) => ({ ...row, seen: seenAt !== null }))
}

const newest = prepared((db) =>
  db
    .select({
      id: notifications.id,
      orderId: notifications.orderId,
      marketId: notifications.marketId,
      message: notifications.message,
      timeZone: markets.timeZone,
      seenAt: notifications.seenAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .leftJoin(orders, eq(orders.id, notifications.orderId))
    .leftJoin(markets, eq(markets.id, sql`coalesce(${orders.marketId}, ${notifications.marketId})`))
    .where(
      and(
        eq(notifications.userId, sql.placeholder("userId")),
        eq(notifications.role, sql.placeholder("role")),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(NOTIFICATIONS_SHOWN)
    .prepare("newest_notifications"),
)
