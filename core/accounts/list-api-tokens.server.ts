import { and, desc, eq, isNull } from "drizzle-orm"
import { apiTokens } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"

/** The person's live tokens of the role they are signed in as, newest first; never the tokens themselves. */
export async function listApiTokens(ctx: PersonContext) {
  return ctx.db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, ctx.actor.userId),
        eq(apiTokens.role, ctx.actor.role),
        isNull(apiTokens.revokedAt),
      ),
    )
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
}
