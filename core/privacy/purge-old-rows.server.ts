import { and, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { purgeReleased } from "#core/checkout/purge-released.server.ts"
import type { SystemContext } from "#core/context.ts"
import { purgeEvents } from "#core/outbox/emit.server.ts"
import { outlastSessions } from "#core/push/follow-device.server.ts"
import { deleteInBatches, inBatches } from "#db/in-batches.ts"
import {
  apiTokens,
  courierPositions,
  drafts,
  emailChanges,
  idempotencyKeys,
  notifications,
  pushDeliveries,
  pushSubscriptions,
  rateLimits,
  removedLines,
  savedLines,
  sessions,
  stripeEvents,
  verifications,
} from "#db/schema/index.ts"
import { blankAbandoned, blankInstructions, blankNotes } from "./blank-old-texts.server.ts"
import { purgeUnconfirmed } from "./purge-unconfirmed.server.ts"

const DAY_MS = 86_400_000
/** A position is deleted with its delivery; one that is older than a day was left behind by something else. */
const POSITION_DAYS = 1
/** Nobody takes back a removal of the day before yesterday. */
const REMOVAL_DAYS = 1

/**
 * Once a day: deletes what is kept for some days beyond its use, as `ctx.rates.retention` says. Everything by an index
 * and in batches, so that a run that was killed is made up by the next; positions have no index, since they are as few
 * as the couriers under way and move every few seconds.
 */
export async function purgeOldRows(ctx: SystemContext): Promise<void> {
  const { db } = ctx
  const { retention } = ctx.rates
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  await deleteBefore(ctx, verifications, verifications.expiresAt, before(retention.linkDays))
  await deleteBefore(ctx, idempotencyKeys, idempotencyKeys.createdAt, before(retention.idempotencyDays))
  await deleteBefore(ctx, notifications, notifications.seenAt, before(retention.seenNotificationDays))
  const unseen = before(retention.unseenNotificationDays)
  await deleteBefore(
    ctx,
    notifications,
    notifications.createdAt,
    unseen,
    sql`${notifications.seenAt} is null`,
  )
  await deleteBefore(ctx, apiTokens, apiTokens.revokedAt, before(retention.revokedTokenDays))
  await deleteBefore(ctx, apiTokens, apiTokens.expiresAt, before(retention.revokedTokenDays))
  const isSignedOut = sql`${pushSubscriptions.sessionId} is null`
  await deleteBefore(
    ctx,
    pushSubscriptions,
    pushSubscriptions.seenAt,
    before(retention.pushDays),
    isSignedOut,
  )
  await deleteBefore(ctx, pushDeliveries, pushDeliveries.sentAt, before(retention.outboxDays))
  await deleteBefore(ctx, stripeEvents, stripeEvents.processedAt, before(retention.webhookDays))
  await db.delete(courierPositions).where(lt(courierPositions.recordedAt, before(POSITION_DAYS)))
  await purgeReleased(ctx, before(retention.abandonedCheckoutDays))
  await blankAbandoned(ctx, before(retention.abandonedCheckoutDays))
  await deleteBefore(ctx, emailChanges, emailChanges.createdAt, before(retention.linkDays))
  await blankInstructions(ctx, before(retention.instructionDays))
  await blankNotes(ctx, before(retention.noteDays), before(retention.abandonedCheckoutDays))
  await deleteBefore(ctx, savedLines, savedLines.createdAt, before(retention.savedItemDays))
  await deleteBefore(ctx, removedLines, removedLines.removedAt, before(REMOVAL_DAYS))
  await purgeEvents(db, before(retention.outboxDays))
  await purgeUnconfirmed(ctx, before(retention.unconfirmedDays))
}

/**
 * Deletes what has run out by its own date: drafts, rate limits, sessions, challenges. What is kept for days is
 * `purgeOldRows`.
 */
export async function purgeExpiredRows(ctx: SystemContext): Promise<void> {
  const now = ctx.now()
  await deleteBefore(ctx, drafts, drafts.expiresAt, now)
  await deleteBefore(ctx, rateLimits, rateLimits.resetsAt, now)
  await purgeSessions(ctx, now)
  const isChallenge = sql`${verifications.identifier} like 'passkey-challenge:%'`
  await deleteBefore(ctx, verifications, verifications.expiresAt, now, isChallenge)
}

/** The push messages of a session that ran out go on without it. */
async function purgeSessions({ db }: SystemContext, now: Date): Promise<void> {
  await inBatches(
    db,
    sessions,
    { by: sessions.expiresAt, when: lt(sessions.expiresAt, now) },
    async (tx, isOfBatch) => {
      const over = await tx.select({ id: sessions.id }).from(sessions).where(isOfBatch)
      const ids = over.map(({ id }) => id)
      await outlastSessions(tx, ids)
      return tx.delete(sessions).where(inArray(sessions.id, ids)).returning({ at: sessions.expiresAt })
    },
  )
}

const deleteBefore = ({ db }: SystemContext, table: PgTable, by: PgColumn, before: Date, also?: SQL) =>
  deleteInBatches(db, table, { by, when: and(lt(by, before), also) })
