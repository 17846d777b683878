import { lt } from "drizzle-orm"
import { drafts, idempotencyKeys, rateLimits, sessions, verifications } from "#db/schema/index.ts"
import type { SystemContext } from "./context.ts"
import { forgetEvents } from "./outbox.server.ts"

const DAY_MS = 86_400_000
/** A client that repeats a request after a day means it anew. */
const IDEMPOTENCY_KEPT_DAYS = 1
/** Handed-over events are kept for a week, for whoever asks what happened. */
const EVENTS_KEPT_DAYS = 7

/** Deletes what has run out: drafts, rate limits, sessions, tokens, idempotency keys, handed-over events. */
export async function forgetStaleRows(ctx: SystemContext): Promise<void> {
  const now = ctx.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await ctx.db.delete(drafts).where(lt(drafts.expiresAt, now))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  // Kept a while longer: an expired confirmation still knows whose it was and offers a new link.
  await ctx.db.delete(verifications).where(lt(verifications.expiresAt, daysAgo(30)))
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, daysAgo(IDEMPOTENCY_KEPT_DAYS)))
  await forgetEvents(ctx.db, daysAgo(EVENTS_KEPT_DAYS))
}
