import { and, desc, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { deviceWords } from "#core/identity/device-words.ts"
import type { SessionLine } from "#core/identity/list-sessions.server.ts"
import { pushSubscriptions, sessions } from "#db/schema/index.ts"

/** `isThis` marks the current browser, in the role that the person is signed in as. */
export type PushDevice = SessionLine & {
  /** The push service rejected the last message. */
  isFailing: boolean
}

/** Lists the devices on which the person gets push messages, in all their roles, newest first. */
export async function listPushDevices(
  ctx: PersonContext,
  { token }: { token: string | null },
): Promise<PushDevice[]> {
  const rows = await ctx.db
    .select({
      id: pushSubscriptions.id,
      role: pushSubscriptions.role,
      userAgent: pushSubscriptions.userAgent,
      since: pushSubscriptions.createdAt,
      lastFailedAt: pushSubscriptions.lastFailedAt,
      token: sessions.token,
    })
    .from(pushSubscriptions)
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, ctx.actor.userId))
    .orderBy(desc(pushSubscriptions.createdAt))
  return rows.map(({ userAgent, lastFailedAt, token: of, ...row }) => ({
    ...row,
    ...deviceWords(userAgent),
    isThis: of !== null && of === token,
    isFailing: lastFailedAt !== null,
  }))
}

/** Whether the current browser gets push messages for its session. */
export async function hasPush(ctx: PersonContext, { token }: { token: string | null }): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(sessions.token, token ?? ""), eq(pushSubscriptions.userId, ctx.actor.userId)))
  return row !== undefined
}
