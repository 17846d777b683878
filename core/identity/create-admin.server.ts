import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { credentials, memberships, twoFactors, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isReservedEmail } from "./reserved-email.server.ts"

/**
 * Makes an admin, whose email holds no other role, with the secret of an authenticator app. Only a command calls it:
 * no form makes admins. Throws `duplicate_email` when anyone has the email, or can undo its change.
 */
export async function createAdmin(
  ctx: SystemContext,
  input: { email: string; name: string; password: string },
): Promise<{ userId: string; authenticatorUri: string }> {
  const { email, name } = input
  const password = await ctx.ports.passwords.hash(input.password)
  const factor = await ctx.ports.secondFactor.create(email)
  const now = ctx.now()
  const userId = await transaction(ctx.db, async (tx) => {
    const [person] = await tx
      .insert(users)
      .values({ name, email, emailVerified: true, twoFactorEnabled: true, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!person || (await isReservedEmail(tx, now, { email, userId: person.id })))
      throw new DomainError("duplicate_email", "This email is already in use.", "email")
    const of = { userId: person.id, createdAt: now }
    await tx
      .insert(credentials)
      .values({ ...of, accountId: person.id, providerId: "credential", password, updatedAt: now })
    await tx.insert(memberships).values({ ...of, role: "admin" })
    await tx
      .insert(twoFactors)
      .values({ userId: person.id, secret: factor.secret, backupCodes: "", verified: true })
    return person.id
  })
  return { userId, authenticatorUri: factor.uri }
}
