import { and, eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { listPasskeys } from "#core/passkeys/manage-passkeys.server.ts"
import type { PasskeyReview } from "#core/passkeys/passkey-review.ts"
import { removeReviewed } from "#core/passkeys/remove-passkeys.server.ts"
import { credentials, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { endAllAccess } from "./end-all-access.server.ts"
import { countTry } from "./rate-limit.server.ts"
import { endEmailChanges } from "./request-email-change.server.ts"
import { timeZoneOf } from "./time-zone-of.server.ts"
import { dropTokens, readToken, spendToken } from "./tokens.server.ts"

/**
 * Sets the new password of the person the link was sent to, ends all their sessions, API tokens and open email changes,
 * removes the passkeys that the review selects, and uses up all their reset links; an email notifies them. A person who
 * opened the link owns the mailbox, so the email counts as confirmed. Throws `token_expired`, `rate_limited`.
 */
export async function resetPassword(
  ctx: Context,
  input: { password: string; token: string; address: string } & PasskeyReview,
): Promise<{ userId: string; role: Role; removedPasskeys: number }> {
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
    const { userId, role } = owner
    const removedPasskeys = await removeReviewed({ ...ctx, actor: { userId, role } }, tx, input)
    await emit(tx, "password.changed", { userId, role })
    return { userId, role, removedPasskeys }
  })
}

/**
 * Returns the passkeys and the time zone of the person a reset link was sent to, without using up the link; null if it
 * no longer works.
 */
export async function viewResetLink(ctx: Context, input: { token: string }) {
  const owner = await readToken(ctx.db, ctx.now(), "reset-password", input.token)
  if (!owner || owner.expired) return null
  const { userId, role } = owner
  const asOwner = { ...ctx, actor: { userId, role } }
  const [person] = await ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId))
  return {
    passkeys: await listPasskeys(asOwner),
    timeZone: person?.timeZone ?? (await timeZoneOf(asOwner)),
  }
}

const expired = () =>
  new DomainError("token_expired", "This link has expired or was already used. Request a new one.", undefined)
