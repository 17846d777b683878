import { and, eq, isNull } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { PersonContext } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PasskeyReview } from "#core/passkeys/passkey-review.ts"
import { removeReviewed } from "#core/passkeys/remove-passkeys.server.ts"
import { apiTokens, credentials } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { endSessions } from "./end-sessions.server.ts"
import { proveIdentity } from "./prove-identity.server.ts"
import { dropTokens } from "./tokens.server.ts"

type Change = PasskeyReview & {
  currentPassword: string
  password: string
  code?: string | undefined
  /** Token of the session that changes the password; this session stays signed in. */
  token: string | null
}

/**
 * Sets a new password. Ends all other sessions of the person, revokes their API tokens, open email changes, password
 * reset links and the passkeys that the review selects; an email notifies them. Returns the number of passkeys removed.
 * Throws `invalid` at the field `currentPassword` or `code`, `rate_limited`.
 */
export async function changePassword(ctx: PersonContext, input: Change): Promise<number> {
  const { userId, role } = ctx.actor
  await proveIdentity(ctx, { password: input.currentPassword, code: input.code, field: "currentPassword" })
  const password = await ctx.ports.passwords.hash(input.password)
  return transaction(ctx.db, async (tx) => {
    const updatedAt = ctx.now()
    await tx
      .update(credentials)
      .set({ password, updatedAt })
      .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")))
    await tx
      .update(apiTokens)
      .set({ revokedAt: updatedAt })
      .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    await dropTokens(tx, "reset-password", userId)
    await endSessions(ctx, tx, { butToken: input.token })
    if (role === "admin")
      await recordAudit(ctx, tx, { action: "password.changed", subjectType: "admin", subjectId: userId })
    const removedPasskeys = await removeReviewed(ctx, tx, input)
    await emit(tx, "password.changed", { userId, role })
    return removedPasskeys
  })
}
