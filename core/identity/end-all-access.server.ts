import { and, eq, isNull } from "drizzle-orm"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { apiTokens, pushSubscriptions, sessions } from "#db/schema/index.ts"

/**
 * Ends all sessions of a person, their API tokens and the push subscriptions of their devices, in the caller's
 * transaction. Each way to recover an account by an emailed link begins with it.
 */
export async function endAllAccess(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ role: sessions.role })
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  const roles = [...new Set(ended.map(({ role }) => role))]
  await emit(tx, "sessions.ended", { userId, roles })
}
