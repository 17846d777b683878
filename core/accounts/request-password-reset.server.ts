import { and, eq } from "drizzle-orm"
import type { Context, Role } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { countTry } from "./rate-limit.server.ts"

/**
 * Has a link to choose a new password sent, if the e-mail is one of this role's. It does and answers the same in every
 * case, so it tells nobody who has an account. Admins have no reset by web. Throws `rate_limited`.
 */
export async function requestPasswordReset(
  ctx: Context,
  input: { email: string; role: Exclude<Role, "admin">; address: string },
): Promise<void> {
  const { email, role } = input
  await countTry(ctx, "ask for letters from an address", input.address)
  await countTry(ctx, "ask for a letter", "reset", email)
  await ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
      .where(eq(users.email, email))
    await emit(tx, "email.passwordResetRequested", { userId: person?.id ?? null, role })
  })
}
