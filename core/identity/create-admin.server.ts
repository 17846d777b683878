import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { credentials, memberships, twoFactors, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isReservedEmail } from "./reserved-email.server.ts"

/**
 * Creates an admin with the secret of an authenticator app; the email can hold no other role. Only
 * server/cli/create-admin.ts calls it: no form creates admins. Throws `duplicate_email` when another account has the
 * email, or can take it back by undoing a change.
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
