import { and, eq, inArray, isNotNull, ne, or } from "drizzle-orm"
import type { PersonInRole } from "#core/context.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { pushSubscriptions } from "#db/schema/index.ts"

/**
 * Call before a browser opens a session. Push messages for the same person in the same role outlast the session that is
 * replaced; those for anybody else end, since the device now belongs to somebody else.
 */
export async function keepPushOf(
  db: Executor,
  deviceId: string,
  { userId, role }: PersonInRole,
): Promise<void> {
  const atDevice = eq(pushSubscriptions.deviceId, deviceId)
  await db
    .delete(pushSubscriptions)
    .where(and(atDevice, or(ne(pushSubscriptions.userId, userId), ne(pushSubscriptions.role, role))))
  await db
    .update(pushSubscriptions)
    .set({ sessionId: null })
    .where(and(atDevice, isNotNull(pushSubscriptions.sessionId)))
}

/** Call after the session is opened, so that the device's push messages end together with the session. */
export async function bindPush(
  db: Executor,
  deviceId: string,
  session: { id: string; createdAt: Date },
): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ sessionId: session.id, seenAt: session.createdAt })
    .where(eq(pushSubscriptions.deviceId, deviceId))
}

/** Call at a sign-out, even if the session had expired before. */
export async function dropPushAt(db: Executor, deviceId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.deviceId, deviceId))
}

/**
 * Call before expired sessions are deleted. Their push messages continue: a person who signs in today is still notified
 * of tomorrow's orders.
 */
export async function outlastSessions(tx: Transaction, sessionIds: string[]): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({ sessionId: null })
    .where(inArray(pushSubscriptions.sessionId, sessionIds))
}
