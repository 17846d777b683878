import { and, desc, eq, inArray, isNull, or } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import type { HistorySubject } from "#core/history/history.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { isPublic } from "#core/ports/images.ts"
import {
  apiTokens,
  auditLog,
  deliveries,
  images,
  ledgerEntries,
  notifications,
  orders,
  payouts,
  sessions,
  transfers,
} from "#db/schema/index.ts"
import { OWN_ENTRY, OWN_PAYOUT, OWN_TRANSFER } from "./exported-columns.server.ts"

/**
 * The status history of the person's own records with times, without who made the changes: that may be another person.
 */
export async function exportSteps({ db }: PersonContext, subject: HistorySubject, ids: readonly string[]) {
  const steps = await stepsOf(db, subject, ids)
  return (id: string) =>
    steps(id).map(({ move, from, to, actorRole: by, at }) => ({ move, from, to, by, at }))
}

/** The width in which images are stored, in pixels. */
const IMAGE_WIDTH = 1280
const LINK_MINUTES = 60

/** Traces of using the site: money, notifications, sign-ins by device, images, and admins' decisions. */
export async function exportTraces(ctx: PersonContext) {
  const { db } = ctx
  const { userId } = ctx.actor
  const paidOut = await db
    .select(OWN_PAYOUT)
    .from(payouts)
    .where(eq(payouts.userId, userId))
    .orderBy(payouts.createdAt)
  const steps = await exportSteps(
    ctx,
    "payout",
    paidOut.map(({ id }) => id),
  )
  return {
    ledger: await db
      .select(OWN_ENTRY)
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, userId))
      .orderBy(ledgerEntries.id),
    transfers: await db
      .select(OWN_TRANSFER)
      .from(transfers)
      .where(eq(transfers.userId, userId))
      .orderBy(transfers.createdAt),
    payouts: paidOut.map((payout) => ({ ...payout, steps: steps(payout.id) })),
    notifications: await db
      .select({
        message: notifications.message,
        role: notifications.role,
        createdAt: notifications.createdAt,
        seenAt: notifications.seenAt,
      })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(desc(notifications.id)),
    sessions: await db
      .select({
        role: sessions.role,
        createdAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        ipAddress: sessions.ipAddress,
        userAgent: sessions.userAgent,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    apiTokens: await db
      .select({
        name: apiTokens.name,
        role: apiTokens.role,
        createdAt: apiTokens.createdAt,
        lastUsedAt: apiTokens.lastUsedAt,
        revokedAt: apiTokens.revokedAt,
      })
      .from(apiTokens)
      .where(eq(apiTokens.userId, userId)),
    decisions: await db
      .select({ action: auditLog.action, at: auditLog.createdAt })
      .from(auditLog)
      .where(and(inArray(auditLog.subjectType, ["seller", "deliverer"]), eq(auditLog.subjectId, userId)))
      .orderBy(auditLog.createdAt),
    pictures: await exportImages(ctx),
  }
}

/** The person's own images, and the photos at their door. */
async function exportImages(ctx: PersonContext) {
  const { userId } = ctx.actor
  const atTheDoor = ctx.db
    .select({ id: deliveries.photoId })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(eq(orders.customerId, userId))
  const rows = await ctx.db
    .select({
      container: images.container,
      name: images.name,
      createdAt: images.createdAt,
      contentType: images.contentType,
    })
    .from(images)
    .where(and(isNull(images.deletedAt), or(eq(images.ownerId, userId), inArray(images.id, atTheDoor))))
    .orderBy(images.createdAt)
  const until = new Date(ctx.now().getTime() + LINK_MINUTES * MINUTE_MS)
  return Promise.all(
    rows.map(async ({ container, name, createdAt, contentType }) => {
      const link = isPublic(container)
        ? ctx.ports.images.url({ container, name }, IMAGE_WIDTH)
        : await ctx.ports.images.privateUrl({ container, name }, until)
      return { container, createdAt, contentType, link: new URL(link, ctx.ports.mail.siteUrl).href }
    }),
  )
}
