import { and, desc, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { apiTokens } from "#db/schema/index.ts"
import { isUsableToken } from "./create-api-token.server.ts"

/** The person's live tokens of the role they are signed in as, newest first; never the tokens themselves. */
export async function listApiTokens(ctx: PersonContext) {
  return ctx.db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
    })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, ctx.actor.userId),
        eq(apiTokens.role, ctx.actor.role),
        isUsableToken(ctx.now()),
      ),
    )
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
}
