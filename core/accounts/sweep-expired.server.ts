import { lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { drafts, rateLimits, sessions, verifications } from "#db/schema/index.ts"

/** Expired links are kept a while, so that one who opens one late is told that it expired. */
const EXPIRED_LINKS_KEPT_DAYS = 30

/** Forgets what has run out: sessions, links, drafts, counted tries. A job calls it now and then. */
export async function sweepExpiredAccounts(ctx: SystemContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db.delete(drafts).where(lt(drafts.expiresAt, now))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  const longAgo = new Date(now.getTime() - EXPIRED_LINKS_KEPT_DAYS * 86_400_000)
  await ctx.db.delete(verifications).where(lt(verifications.expiresAt, longAgo))
}
