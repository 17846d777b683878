import { and, eq, exists, gte, inArray, isNotNull, isNull, like, lt, notExists, or, sql } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { purgeEvents } from "#core/outbox/emit.server.ts"
import { outlastSessions } from "#core/push/follow-device.server.ts"
import type { Transaction } from "#db/client.ts"
import {
  addresses,
  apiTokens,
  cartMarkets,
  carts,
  checkoutMarkets,
  checkouts,
  courierPositions,
  couriers,
  customers,
  deliveries,
  drafts,
  emailChanges,
  idempotencyKeys,
  images,
  markets,
  notifications,
  openingAlerts,
  orders,
  pushDeliveries,
  pushSubscriptions,
  rateLimits,
  removedLines,
  savedLines,
  sessions,
  stripeEvents,
  users,
  verifications,
} from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

const DAY_MS = 86_400_000
/** A position is deleted with its delivery; one that is older than a day was left behind by something else. */
const POSITION_DAYS = 1
/** Nobody takes back a removal of the day before yesterday. */
const REMOVAL_DAYS = 1

/** Once a day: deletes what is kept for some days beyond its use, as `ctx.rates.retention` says. */
export async function purgeOldRows(ctx: SystemContext): Promise<void> {
  const { retention } = ctx.rates
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  await ctx.db.delete(verifications).where(lt(verifications.expiresAt, before(retention.linkDays)))
  await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(retention.idempotencyDays)))
  await ctx.db
    .delete(notifications)
    .where(
      or(
        lt(notifications.seenAt, before(retention.seenNotificationDays)),
        and(
          isNull(notifications.seenAt),
          lt(notifications.createdAt, before(retention.unseenNotificationDays)),
        ),
      ),
    )
  const tokenAge = before(retention.revokedTokenDays)
  await ctx.db
    .delete(apiTokens)
    .where(or(lt(apiTokens.revokedAt, tokenAge), lt(apiTokens.expiresAt, tokenAge)))
  await ctx.db
    .delete(pushSubscriptions)
    .where(and(isNull(pushSubscriptions.sessionId), lt(pushSubscriptions.seenAt, before(retention.pushDays))))
  await ctx.db.delete(pushDeliveries).where(lt(pushDeliveries.sentAt, before(retention.outboxDays)))
  await ctx.db.delete(stripeEvents).where(lt(stripeEvents.processedAt, before(retention.webhookDays)))
  await ctx.db.delete(courierPositions).where(lt(courierPositions.recordedAt, before(POSITION_DAYS)))
  await anonymizeAbandoned(ctx, before(retention.abandonedCheckoutDays))
  await ctx.db.delete(emailChanges).where(lt(emailChanges.createdAt, before(retention.linkDays)))
  await forgetInstructions(ctx, before(retention.instructionDays))
  await forgetNotes(ctx, before(retention.noteDays), before(retention.abandonedCheckoutDays))
  await ctx.db.delete(savedLines).where(lt(savedLines.createdAt, before(retention.savedItemDays)))
  await ctx.db.delete(openingAlerts).where(lt(openingAlerts.createdAt, before(retention.openingAlertDays)))
  await ctx.db.delete(removedLines).where(lt(removedLines.removedAt, before(REMOVAL_DAYS)))
  await purgeEvents(ctx.db, before(retention.outboxDays))
  await purgeUnconfirmed(ctx, before(retention.unconfirmedDays))
}

/** The rows stay, since a payment may still be asked about; whose address it was does not. */
async function anonymizeAbandoned(ctx: SystemContext, before: Date): Promise<void> {
  await ctx.db
    .update(checkouts)
    .set({ shipTo: null, billing: null, lat: null, lng: null, positionSource: null, placeId: null })
    .where(
      and(
        eq(checkouts.status, "released"),
        lt(checkouts.updatedAt, before),
        or(isNotNull(checkouts.shipTo), isNotNull(checkouts.billing)),
      ),
    )
}

/**
 * What customers asked for at their doors: in the copies that orders, checkouts and carts carry, and with the address
 * itself, unless a later order used it or they were written again since.
 */
async function forgetInstructions({ db }: SystemContext, before: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ instructions: null })
    .where(and(isNotNull(deliveries.instructions), lt(deliveries.createdAt, before)))
  for (const table of [checkouts, carts])
    await db
      .update(table)
      .set({ shipTo: sql`${table.shipTo} - 'instructions'` })
      .where(and(sql`${table.shipTo} ? 'instructions'`, lt(table.updatedAt, before)))
  const toIt = eq(deliveries.addressId, addresses.id)
  const orderedTo = db.select({ id: deliveries.id }).from(deliveries)
  await db
    .update(addresses)
    .set({ instructions: null })
    .where(
      and(
        isNotNull(addresses.instructions),
        lt(addresses.updatedAt, before),
        exists(orderedTo.where(toIt)),
        notExists(
          db
            .select()
            .from(deliveries)
            .where(and(toIt, gte(deliveries.createdAt, before))),
        ),
      ),
    )
}

/** What customers asked of markets: in orders and their checkouts, in checkouts that came to nothing, and in carts. */
async function forgetNotes({ db }: SystemContext, before: Date, abandonedBefore: Date): Promise<void> {
  await db
    .update(orders)
    .set({ note: null })
    .where(and(isNotNull(orders.note), lt(orders.createdAt, before)))
  const over = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      or(
        lt(checkouts.createdAt, before),
        and(eq(checkouts.status, "released"), lt(checkouts.updatedAt, abandonedBefore)),
      ),
    )
  await db
    .update(checkoutMarkets)
    .set({ note: null })
    .where(and(isNotNull(checkoutMarkets.note), inArray(checkoutMarkets.checkoutId, over)))
  const left = db.select({ id: carts.customerId }).from(carts).where(lt(carts.updatedAt, before))
  await db
    .update(cartMarkets)
    .set({ note: null })
    .where(and(isNotNull(cartMarkets.note), inArray(cartMarkets.customerId, left)))
}

const BATCH = 200
/** In the same moment as the rest: the hourly sweep of images looks for what is over. */
const OVER = new Date(0)

/**
 * Deletes accounts that were registered before a day and never confirmed: nobody ever signed in to them, so nothing
 * hangs on them but their own images, which the sweep of expired images takes away.
 */
async function purgeUnconfirmed(ctx: SystemContext, before: Date): Promise<void> {
  let purged = BATCH
  while (purged === BATCH) purged = await transaction(ctx.db, (tx) => purgeBatch(tx, before))
}

/** Answers how many it found. */
async function purgeBatch(tx: Transaction, before: Date): Promise<number> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.emailVerified, false),
        isNull(users.deletedAt),
        lt(users.createdAt, before),
        // By the rules there is none; whoever brings people in from elsewhere may have made one.
        sql`not exists (select from orders o where o.customer_id = ${users.id})`,
        sql`not exists (select from checkouts c where c.customer_id = ${users.id})`,
        sql`not exists (select from products p join markets m on m.id = p.market_id where m.user_id = ${users.id})`,
      ),
    )
    .orderBy(users.createdAt)
    .limit(BATCH)
    // Who confirms at this moment goes first and stays.
    .for("update", { skipLocked: true })
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx.update(images).set({ ownerId: null, deleteAfter: OVER }).where(inArray(images.ownerId, ids))
  for (const table of [customers, markets, couriers]) await tx.delete(table).where(inArray(table.userId, ids))
  await tx.delete(users).where(inArray(users.id, ids))
  return rows.length
}

/**
 * Deletes what has run out by its own date: drafts, rate limits, sessions, challenges. What is kept for days is
 * `purgeOldRows`.
 */
export async function purgeExpiredRows(ctx: SystemContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.delete(drafts).where(lt(drafts.expiresAt, now))
  await ctx.db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  await outlastSessions(ctx.db, now)
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db
    .delete(verifications)
    .where(and(like(verifications.identifier, "passkey-challenge:%"), lt(verifications.expiresAt, now)))
}
