import { eq, like } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import {
  apiTokens,
  credentials,
  drafts,
  idempotencyKeys,
  memberships,
  notifications,
  sessions,
  twoFactors,
  users,
  verifications,
} from "#db/schema/index.ts"
import type { Leaver } from "./leaver.ts"
import { DELETED_NAME, deletedEmail } from "./tombstone.ts"

/** Ends every way in (password, sessions, tokens, links of emails) and leaves an id without a name or an email. */
export async function eraseIdentity(ctx: Leaver, tx: Transaction): Promise<void> {
  const { userId } = ctx.actor
  for (const table of [sessions, apiTokens, credentials, twoFactors, memberships, notifications, drafts])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(verifications).where(like(verifications.value, `%"${userId}"%`))
  await tx.delete(idempotencyKeys).where(like(idempotencyKeys.scope, `%${userId}`))
  await tx
    .update(users)
    .set({
      name: `${DELETED_NAME.firstName} ${DELETED_NAME.lastName}`,
      email: deletedEmail(userId),
      emailVerified: false,
      image: null,
      twoFactorEnabled: false,
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .where(eq(users.id, userId))
}
