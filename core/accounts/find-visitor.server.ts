import { sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { prepared } from "#db/prepared.ts"
import { bellColumn, fromBell, type NotificationLine } from "../notifications/list-notifications.server.ts"
import { type LiveSession, liveSession } from "./find-session.server.ts"
import { type Badges, badgeColumns } from "./read-badges.server.ts"

export type Visitor = { session: LiveSession; news: { badges: Badges; lines: NotificationLine[] } }

/** `findSession`, `readBadges` and `listNotifications` in one query: every page of a signed-in person needs them. */
export async function findVisitor(ctx: Context, input: { token: string }): Promise<Visitor | null> {
  const [found] = await byToken(ctx.db).execute({ token: input.token, now: ctx.now().toISOString() })
  if (!found) return null
  const { cart, unseen, bell, ...session } = found
  return { session, news: { badges: { cart, unseen }, lines: fromBell(bell) } }
}

const byToken = prepared((db) => {
  const live = liveSession(db).as("live")
  const { sessionId, userId, role, name, email, expiresAt } = live
  // By its full name: Drizzle leaves the table's away where there is one, and `user_id = user_id` is everybody's.
  const [ownId, ownRole] = [sql`live.user_id`, sql`live.role`]
  return db
    .select({
      ...{ sessionId, userId, role, name, email, expiresAt },
      ...badgeColumns(ownId, ownRole),
      bell: bellColumn(db, userId, role),
    })
    .from(live)
    .prepare("visitor_by_token")
})
