import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { forgetEvents } from "#core/outbox/emit.server.ts"
import {
  apiTokens,
  checkouts,
  courierPositions,
  idempotencyKeys,
  notifications,
  stripeEvents,
  verifications,
} from "#db/schema/index.ts"
import { forgetUnconfirmed } from "./forget-unconfirmed.server.ts"

const DAY_MS = 86_400_000
/** A position is deleted with its delivery; one that is older than a day was left behind by something else. */
const POSITION_DAYS = 1

/** Once a day: deletes what is kept for some days beyond its use, as `ctx.rates.retention` says. */
export async function forgetOldRows(ctx: SystemContext): Promise<void> {
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
  await ctx.db.delete(stripeEvents).where(lt(stripeEvents.processedAt, before(retention.webhookDays)))
  await ctx.db.delete(courierPositions).where(lt(courierPositions.recordedAt, before(POSITION_DAYS)))
  await forgetAbandoned(ctx, before(retention.abandonedCheckoutDays))
  await forgetEvents(ctx.db, before(retention.outboxDays))
  await forgetUnconfirmed(ctx, before(retention.unconfirmedDays))
}

/** The rows stay, since a payment may still be asked about; whose address it was does not. */
async function forgetAbandoned(ctx: SystemContext, before: Date): Promise<void> {
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
