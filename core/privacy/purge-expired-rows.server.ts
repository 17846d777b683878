import { lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { drafts, rateLimits, sessions } from "#db/schema/index.ts"

/** Deletes what has run out by its own date: drafts, rate limits, sessions. What is kept for days is `forgetOldRows`. */
export async function purgeExpiredRows(ctx: SystemContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(drafts).where(lt(drafts.expiresAt, now))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
}
