import { and, desc, eq, gt } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { sessions } from "#db/schema/index.ts"
import { deviceWords } from "./device-words.ts"

export type SessionLine = {
  id: string
  role: Role
  /** "iPhone, Safari" */
  device: string
  isPhone: boolean
  since: Date
  /** Whether this is the session of the request. */
  isThis: boolean
}

/** The person's live sessions in all their roles: the requesting device first, then the newest. */
export async function listSessions(
  ctx: PersonContext,
  { token }: { token: string | null },
): Promise<SessionLine[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.actor.userId), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
  const lines = rows.map((row) => ({
    id: row.id,
    role: row.role,
    ...deviceWords(row.userAgent),
    since: row.createdAt,
    isThis: row.token === token,
  }))
  return [...lines.filter(({ isThis }) => isThis), ...lines.filter(({ isThis }) => !isThis)]
}
