import { and, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { purgeReleased } from "#core/checkout/holds.server.ts"
import type { SystemContext } from "#core/context.ts"
import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { UNDO_DAYS } from "#core/identity/email-change.ts"
import { purgeEvents } from "#core/outbox/emit.server.ts"
import { outlastSessions } from "#core/push/device-push.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import type { Database } from "#db/client.ts"
import { deleteInBatches, inBatches } from "#db/in-batches.ts"
import {
  apiTokens,
  courierPositions,
  drafts,
  emailChanges,
  idempotencyKeys,
  notifications,
  openingAlerts,
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

/** A position is deleted with its delivery; one that is older than a day is a leftover. */
const POSITION_DAYS = 1
/**
 * A minimum, even if links are stored for a shorter time: a change is confirmed within a day of the request, and can be
 * undone after that.
 */
const CHANGE_DAYS = UNDO_DAYS + 1
/** Nobody undoes a removal from the day before yesterday. */
const REMOVAL_DAYS = 1

/**
 * Deletes, once a day, data that is retained for some days beyond its use, as `ctx.rates.retention` defines. Deletes by
 * an index and in batches, so that the next run continues one that was killed, and each kind separately, so that a
 * failure does not stop the others. Positions have no index, since they are as few as the couriers under way and change
 * every few seconds.
 */
export async function purgeOldRows(ctx: SystemContext): Promise<void> {
  const { db, rates } = ctx
  const { retention } = rates
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  const old = (by: PgColumn, days: number, also?: SQL) => () => deleteBefore(db, by, before(days), also)
  const abandoned = before(retention.abandonedCheckoutDays)
  const kinds: (() => Promise<unknown>)[] = [
    old(verifications.expiresAt, retention.linkDays),
    old(idempotencyKeys.createdAt, retention.idempotencyDays),
    old(notifications.seenAt, retention.seenNotificationDays),
    old(notifications.createdAt, retention.unseenNotificationDays, sql`${notifications.seenAt} is null`),
    old(apiTokens.revokedAt, retention.revokedTokenDays),
    old(apiTokens.expiresAt, retention.revokedTokenDays),
    old(pushSubscriptions.seenAt, retention.pushDays, sql`${pushSubscriptions.sessionId} is null`),
    old(pushDeliveries.sentAt, retention.outboxDays),
    old(stripeEvents.processedAt, retention.webhookDays),
    old(emailChanges.createdAt, Math.max(retention.linkDays, CHANGE_DAYS)),
    old(emailChanges.confirmedAt, UNDO_DAYS),
    old(savedLines.createdAt, retention.savedItemDays),
    old(openingAlerts.createdAt, retention.openingAlertDays),
    old(removedLines.removedAt, REMOVAL_DAYS),
    () => db.delete(courierPositions).where(lt(courierPositions.recordedAt, before(POSITION_DAYS))),
    () => purgeEvents(db, before(retention.outboxDays)),
    () => purgeReleased(ctx, abandoned),
    () => blankAbandoned(ctx, abandoned),
    () => blankInstructions(ctx, before(retention.instructionDays)),
    () => blankNotes(ctx, before(retention.noteDays), abandoned),
    () => purgeUnconfirmed(ctx, before(retention.unconfirmedDays)),
  ]
  await rowByRow(kinds, (purge) => purge())
}

export const purgeOldRowsSweep = defineSweep("forget-old-rows", DAY_MS, purgeOldRows)

/**
 * Deletes rows that have expired by their own date: drafts, rate limits, sessions, challenges. `purgeOldRows` deletes
 * rows that are retained for a number of days.
 */
export async function purgeExpiredRows({ db, ...ctx }: SystemContext): Promise<void> {
  const now = ctx.now()
  const isChallenge = sql`${verifications.identifier} like 'passkey-challenge:%'`
  await rowByRow(
    [
      () => deleteBefore(db, drafts.expiresAt, now),
      () => deleteBefore(db, rateLimits.resetsAt, now),
      () => purgeSessions(db, now),
      () => deleteBefore(db, verifications.expiresAt, now, isChallenge),
    ],
    (purge) => purge(),
  )
}

export const purgeExpiredRowsSweep = defineSweep("forget-stale-rows", 15 * MINUTE_MS, purgeExpiredRows)

/** Deletes expired sessions; their push subscriptions continue without them. */
function purgeSessions(db: Database, now: Date): Promise<number> {
  const old = { by: sessions.expiresAt, when: lt(sessions.expiresAt, now) }
  return inBatches(db, old, async (tx, isOfBatch) => {
    const over = await tx.select({ id: sessions.id }).from(sessions).where(isOfBatch)
    const ids = over.map(({ id }) => id)
    await outlastSessions(tx, ids)
    return tx.delete(sessions).where(inArray(sessions.id, ids)).returning({ at: sessions.expiresAt })
  })
}

const deleteBefore = (db: Database, by: PgColumn, before: Date, also?: SQL) =>
  deleteInBatches(db, { by, when: and(lt(by, before), also) })
