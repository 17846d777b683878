import { and, eq, isNull } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { apiTokens } from "#db/schema/index.ts"

/**
 * Revokes one of the person's own tokens immediately. Throws `not_found` for another person's, and for a revoked one.
 */
export async function revokeApiToken(ctx: PersonContext, tokenId: string): Promise<void> {
  if (!isId(tokenId)) throw notFound("This token")
  const revoked = await ctx.db
    .update(apiTokens)
    .set({ revokedAt: ctx.now() })
    .where(
      and(
        eq(apiTokens.id, tokenId),
        eq(apiTokens.userId, ctx.actor.userId),
        eq(apiTokens.role, ctx.actor.role),
        isNull(apiTokens.revokedAt),
      ),
    )
    .returning({ id: apiTokens.id })
  if (revoked.length === 0) throw notFound("This token")
}
