import { and, eq, isNull, lt, or } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { actorOf, type LiveSession } from "#core/identity/find-session.server.ts"
import { apiTokens, markets, memberships, users } from "#db/schema/index.ts"
import { API_TOKEN_PREFIX, hashOfToken, isUsableToken } from "./create-api-token.server.ts"

/** "Last used" is precise to the hour, so that a busy script does not write on every call. */
const USED_STEP_MS = HOUR_MS

/**
 * Returns the owner of a live token, in the role it was created for; null if the token is not live or the owner no
 * longer holds that role.
 */
export async function findApiToken(ctx: Context, token: string): Promise<LiveSession | null> {
  if (!token.startsWith(API_TOKEN_PREFIX)) return null
  const [found] = await ctx.db
    .select({
      sessionId: apiTokens.id,
      userId: apiTokens.userId,
      role: apiTokens.role,
      marketId: markets.id,
      name: users.name,
      email: users.email,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .innerJoin(
      memberships,
      and(eq(memberships.userId, apiTokens.userId), eq(memberships.role, apiTokens.role)),
    )
    .leftJoin(markets, and(eq(apiTokens.role, "seller"), eq(markets.userId, apiTokens.userId)))
    .where(and(eq(apiTokens.tokenHash, hashOfToken(token)), isUsableToken(ctx.now())))
  const actor = found && actorOf(found)
  if (!actor) return null
  const { sessionId, name, email } = found
  const now = ctx.now()
  await ctx.db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(apiTokens.id, sessionId),
        or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, new Date(now.getTime() - USED_STEP_MS))),
      ),
    )
  return { sessionId, actor, name, email, expiresAt: new Date(now.getTime() + USED_STEP_MS) }
}
