import { and, desc, eq, type Placeholder, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { markets, notifications, orders } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"
import { NOTIFICATIONS_SHOWN } from "./shown.ts"

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
  const rows = await newest(ctx.db).execute({ userId: ctx.actor.userId, role: ctx.actor.role })
  return rows.map(({ seenAt, ...row }) => ({ ...row, seen: seenAt !== null }))
}

const newest = prepared((db) =>
  newestOf(db, sql.placeholder("userId"), sql.placeholder("role")).prepare("newest_notifications"),
)

function newestOf(db: Executor, userId: PgColumn | Placeholder, role: PgColumn | Placeholder) {
  return db
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
    .where(and(eq(notifications.userId, userId), eq(notifications.role, role)))
    .orderBy(desc(notifications.id))
    .limit(NOTIFICATIONS_SHOWN)
}

/** The same lines as one column, to select beside a person and their role; `fromBell` reads it. */
export function bellColumn(db: Executor, userId: PgColumn, role: PgColumn) {
  const bell = newestOf(db, userId, role).as("bell")
  return sql<
    BellRow[]
  >`(select coalesce(json_agg(json_build_object('id', ${bell.id}, 'orderId', ${bell.orderId},
    'message', ${bell.message}, 'timeZone', ${bell.timeZone}, 'seen', ${bell.seenAt} is not null,
    'createdAt', ${bell.createdAt})), '[]') from ${bell})`
}

type BellRow = Omit<NotificationLine, "createdAt"> & { createdAt: string }

export const fromBell = (rows: BellRow[]): NotificationLine[] =>
  rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
