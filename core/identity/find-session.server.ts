import { and, eq, gt, sql } from "drizzle-orm"
import type { Context, PersonActor } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { prepared } from "#db/prepared.ts"
import { markets, memberships, sessions, users } from "#db/schema/index.ts"

export type LiveSession = {
  sessionId: string
  actor: PersonActor
  name: string
  email: string
  expiresAt: Date
}

/** Returns the person of the session with this token, while it is live and they still hold its role; otherwise null. */
export async function findSession(ctx: Context, input: { token: string }): Promise<LiveSession | null> {
  const [session] = await byToken(ctx.db).execute({ token: input.token, now: ctx.now().toISOString() })
  if (!session) return null
  const { userId, role, marketId, ...rest } = session
  const actor = actorOf({ userId, role, marketId })
  return actor && { ...rest, actor }
}

/**
 * The actor of a session or an API token. Null for a seller without a market: registration writes both in one
 * transaction, so only a role that was inserted by hand has none.
 */
export function actorOf({ role, userId, marketId }: Named): PersonActor | null {
  if (role !== "seller") return { role, userId }
  return marketId === null ? null : { role, userId, marketId }
}

type Named = { role: Role; userId: string; marketId: string | null }

const byToken = prepared((db) =>
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      role: sessions.role,
      marketId: markets.id,
      name: users.name,
      email: users.email,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, inItsRole)
    .leftJoin(markets, ofTheSeller)
    .where(isLive)
    .prepare("session_by_token"),
)

const named = (name: string) => sql.placeholder(name)
const isLive = and(eq(sessions.token, named("token")), gt(sessions.expiresAt, named("now")))
const ofTheSeller = and(eq(sessions.role, "seller"), eq(markets.userId, sessions.userId))
const inItsRole = and(eq(memberships.userId, sessions.userId), eq(memberships.role, sessions.role))
