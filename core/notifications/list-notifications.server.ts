import { and, desc, eq } from "drizzle-orm"
import { notifications } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"

export type NotificationLine = {
  id: string
  orderId: string | null
  message: string
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
      seenAt: notifications.seenAt,
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(mine(ctx))
    .orderBy(desc(notifications.id))
    .limit(50)
  return rows.map(({ seenAt, ...row }) => ({ ...row, seen: seenAt !== null }))
}

const mine = (ctx: PersonContext) =>
  and(eq(notifications.userId, ctx.actor.userId), eq(notifications.role, ctx.actor.role))
