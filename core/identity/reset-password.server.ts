import { and, eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { credentials, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { endAllAccess } from "./end-all-access.server.ts"
import { countTry } from "./rate-limit.server.ts"
import { endEmailChanges } from "./request-email-change.server.ts"
import { dropTokens, readToken, spendToken } from "./tokens.server.ts"

/**
 * Sets the new password of whom the link was sent to, ends all their sessions, tokens for scripts and open email
 * changes, and uses all their reset links up. Whoever opened the email owns the mailbox, so the email counts as confirmed.
 * Throws `token_expired`, `rate_limited`.
 */
export async function resetPassword(
  ctx: Context,
  input: { password: string; token: string; address: string },
): Promise<{ userId: string; role: Role }> {
  await countTry(ctx, "reset from an address", input.address)
  const known = await readToken(ctx.db, ctx.now(), "reset-password", input.token)
  if (!known || known.expired) throw expired()
  const password = await ctx.ports.passwords.hash(input.password)
  return transaction(ctx.db, async (tx) => {
    const owner = await spendToken(tx, ctx.now(), "reset-password", input.token)
    if (!owner) throw expired()
    const updatedAt = ctx.now()
    await tx
      .update(credentials)
      .set({ password, updatedAt })
      .where(and(eq(credentials.userId, owner.userId), eq(credentials.providerId, "credential")))
    await tx.update(users).set({ emailVerified: true, updatedAt }).where(eq(users.id, owner.userId))
    await endAllAccess(tx, owner.userId, updatedAt)
    await dropTokens(tx, "reset-password", owner.userId)
    await endEmailChanges(tx, owner.userId)
    return owner
  })
}

/** Whether a reset link still works, without using it up. */
export async function resetLinkWorks(ctx: Context, input: { token: string }): Promise<boolean> {
  const owner = await readToken(ctx.db, ctx.now(), "reset-password", input.token)
  return owner !== null && !owner.expired
}

const expired = () =>
  new DomainError("token_expired", "This link has expired or was already used. Request a new one.", undefined)
