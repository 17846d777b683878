import { and, count, desc, isNotNull, isNull, lte, min, or, sql } from "drizzle-orm"
import { accountDeletions, outbox, stripeEvents } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { waitsForItsTime } from "../outbox/due-events.server.ts"

const SHOWN_WEBHOOKS = 10

export type Backlog = {
  /** Events whose jobs were not queued, or whose live messages were not published yet. */
  outbox: { unqueued: number; unpublished: number; oldestAt: Date | null }
  /** The payment provider's events that are not processed yet; `failing` ones were tried at least once. */
  webhooks: { open: number; failing: number; oldestAt: Date | null }
  /** Deleted accounts whose subscription, images or last email are still open. */
  deletions: number
}

export type FailingWebhook = {
  id: string
  type: string
  attempts: number
  lastError: string | null
  receivedAt: Date
}

/** Counts the outbox events, webhooks and account deletions in the database that are not finished. */
export async function readBacklog(ctx: Context): Promise<Backlog> {
  // Delayed jobs count only once they are due.
  const isUnqueued = or(isNull(outbox.queuedAt), and(waitsForItsTime, lte(outbox.dueAt, ctx.now())))
  const since = sql`case when ${outbox.publishedAt} is null then ${outbox.createdAt} else coalesce(${outbox.dueAt}, ${outbox.createdAt}) end`
  const [waiting] = await ctx.db
    .select({
      unqueued: sql<number>`count(*) filter (where ${isUnqueued})`.mapWith(Number),
      unpublished: sql<number>`count(*) filter (where ${outbox.publishedAt} is null)`.mapWith(Number),
      oldestAt: sql<Date | null>`min(${since})`.mapWith(outbox.createdAt),
    })
    .from(outbox)
    .where(or(isUnqueued, isNull(outbox.publishedAt)))
  const [events] = await ctx.db
    .select({
      open: count(),
      failing: sql<number>`count(*) filter (where ${stripeEvents.lastError} is not null)`.mapWith(Number),
      oldestAt: min(stripeEvents.receivedAt),
    })
    .from(stripeEvents)
    .where(isNull(stripeEvents.processedAt))
  const deletions = await ctx.db.$count(accountDeletions, isNull(accountDeletions.finishedAt))
  return {
    deletions,
    outbox: waiting ?? { unqueued: 0, unpublished: 0, oldestAt: null },
    webhooks: events ?? { open: 0, failing: 0, oldestAt: null },
  }
}

/** The newest webhook events whose processing failed. */
export function listFailingWebhooks(ctx: Context): Promise<FailingWebhook[]> {
  return ctx.db
    .select({
      id: stripeEvents.id,
      type: stripeEvents.type,
      attempts: stripeEvents.attempts,
      lastError: stripeEvents.lastError,
      receivedAt: stripeEvents.receivedAt,
    })
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.processedAt), isNotNull(stripeEvents.lastError)))
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(SHOWN_WEBHOOKS)
}
