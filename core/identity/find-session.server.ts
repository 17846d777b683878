import { and, eq, gt, sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { prepared } from "#db/prepared.ts"
import { memberships, sessions, users } from "#db/schema/index.ts"

export type LiveSession = {
  sessionId: string
  userId: string
  role: Role
  name: string
  email: string
  expiresAt: Date
}

/** Who the session with this token is, while it lives and the person still holds its role. */
export async function findSession(ctx: Context, input: { token: string }): Promise<LiveSession | null> {
  const [session] = await byToken(ctx.db).execute({ token: input.token, now: ctx.now().toISOString() })
  return session ?? null
}

const byToken = prepared((db) =>
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      role: sessions.role,
      name: users.name,
      email: users.email,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, inItsRole)
    .where(isLive)
    .prepare("session_by_token"),
)

const named = (name: string) => sql.placeholder(name)
const isLive = and(eq(sessions.token, named("token")), gt(sessions.expiresAt, named("now")))
const inItsRole = and(eq(memberships.userId, sessions.userId), eq(memberships.role, sessions.role))
