import { and, eq, inArray, isNotNull, ne, or } from "drizzle-orm"
import type { PersonInRole } from "#core/context.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { pushSubscriptions } from "#db/schema/index.ts"

/**
 * Before a browser opens a session: the push messages of the same person in the same role outlast the session that is
 * replaced, and those of anybody else end, since somebody else now holds the device.
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

/** After it: what ends the new session ends the push messages of the device too. */
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

/** At a sign-out, also of a session that had run out before. */
export async function dropPushAt(db: Executor, deviceId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.deviceId, deviceId))
}

/**
 * Sessions that run out by their own time leave the push messages: who is told of tomorrow's orders signed in today.
 * Before those sessions are deleted.
 */
export async function outlastSessions(tx: Transaction, sessionIds: string[]): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({ sessionId: null })
    .where(inArray(pushSubscriptions.sessionId, sessionIds))
}
