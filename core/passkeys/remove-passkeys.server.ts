import { and, eq, inArray } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AccountContext } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { passkeys } from "#db/schema/index.ts"
import { dropChallenges } from "./challenges.server.ts"
import { endsWith, type PasskeyReview } from "./passkey-review.ts"

/**
 * Removes the passkeys that somebody else may have added, and ends open challenges for new ones: part of each way to
 * recover an account, in its transaction. Returns the number of passkeys removed.
 */
export async function removeReviewed(
  ctx: AccountContext,
  tx: Transaction,
  review: PasskeyReview,
): Promise<number> {
  const { userId } = ctx.actor
  await dropChallenges(tx, userId)
  const held = await tx
    .select({ id: passkeys.id, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  const ended = held.filter((passkey) => endsWith(review, passkey, ctx.now()))
  return deletePasskeys(
    ctx,
    tx,
    ended.map(({ id }) => id),
  )
}

/** Deletes the person's passkeys among `ids`, and has an email notify them. Returns the number deleted. */
export async function deletePasskeys(ctx: AccountContext, tx: Transaction, ids: string[]): Promise<number> {
  const { userId, role } = ctx.actor
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), inArray(passkeys.id, ids)))
    .returning({ id: passkeys.id })
  if (removed.length === 0) return 0
  if (role === "admin")
    await recordAudit(ctx, tx, { action: "passkey.removed", subjectType: "admin", subjectId: userId })
  await emit(tx, "passkey.removed", { userId, role, count: removed.length })
  return removed.length
}
