import { and, desc, eq, gt, inArray, isNull, ne } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import type { PasskeyReview } from "#core/passkeys/passkey-review.ts"
import { removeReviewed } from "#core/passkeys/remove-passkeys.server.ts"
import type { Database, Transaction } from "#db/client.ts"
import { pushSubscriptions, sessions } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockPerson } from "./lock-person.server.ts"
import { endEmailChanges } from "./request-email-change.server.ts"

/** The most sessions that a person can have at once, in all their roles. */
export const MOST_SESSIONS = 50

/** Signs the person out on one other device, in whatever role. Throws `not_found` for another person's session. */
export async function endSession(ctx: PersonContext, { sessionId }: { sessionId: string }): Promise<void> {
  if (!isId(sessionId)) throw notFound("This session")
  await transaction(ctx.db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.actor.userId)))
      .returning({ id: sessions.id, role: sessions.role })
    if (ended.length === 0) throw notFound("This session")
    await closeRooms(ctx.actor, tx, ended)
    await auditEnded(ctx, tx)
  })
}

/**
 * Signs the person out on every device except the one whose session has this `token`, ends open email changes and
 * removes recent passkeys except those that the review keeps. Older passkeys stay, checked or not: removing one
 * requires the password. Returns the number of passkeys removed.
 */
export async function endOtherSessions(
  ctx: PersonContext,
  { token, shownPasskeys = [], removedPasskeys = [] }: { token: string | null } & PasskeyReview,
): Promise<number> {
  const kept = shownPasskeys.filter((id) => !removedPasskeys.includes(id))
  return transaction(ctx.db, async (tx) => {
    await endSessions(ctx, tx, { butToken: token })
    await auditEnded(ctx, tx)
    return removeReviewed(ctx, tx, { shownPasskeys: kept })
  })
}

/**
 * Ends all sessions of the person but one, the push subscriptions of devices that are signed out, and the email changes
 * that somebody on one of these devices may have requested, in the caller's transaction.
 */
export async function endSessions(
  ctx: PersonContext,
  tx: Transaction,
  { butToken }: { butToken: string | null },
): Promise<void> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, ctx.actor.userId),
        butToken === null ? undefined : ne(sessions.token, butToken),
      ),
    )
    .returning({ id: sessions.id, role: sessions.role })
  // The push subscriptions of ended sessions were deleted with them; these had outlived their session.
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, ctx.actor.userId), isNull(pushSubscriptions.sessionId)))
  await closeRooms(ctx.actor, tx, ended)
  await endEmailChanges(tx, ctx.actor.userId)
}

/** Ends the person's oldest sessions above `MOST_SESSIONS`, after a sign-in. */
export async function endOldestSessions(db: Database, userId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPerson(tx, userId)
    const oldest = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .offset(MOST_SESSIONS)
    const ended = await tx
      .delete(sessions)
      .where(inArray(sessions.id, oldest))
      .returning({ id: sessions.id, role: sessions.role })
    await closeRooms({ userId }, tx, ended)
  })
}

/** Closes the live sockets of sessions that ended. */
async function closeRooms(
  { userId }: { userId: string },
  tx: Transaction,
  ended: readonly Pick<typeof sessions.$inferSelect, "id" | "role">[],
): Promise<void> {
  const happened = ended.map(
    ({ id, role }): Happened => ["sessions.ended", { userId, roles: [role], sessionId: id }],
  )
  if (happened.length > 0) await emitAll(tx, happened)
}

async function auditEnded(ctx: PersonContext, tx: Transaction): Promise<void> {
  const { role, userId } = ctx.actor
  if (role !== "admin") return
  await recordAudit(ctx, tx, { action: "sessions.ended", subjectType: "admin", subjectId: userId })
}
