import { and, eq } from "drizzle-orm"
import type { Context, Role } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { countTry } from "./rate-limit.server.ts"

/**
 * Has a new confirmation link sent, if someone of this role waits for one. It does and answers the same in every
 * case, so it tells nobody who has an account. Throws `rate_limited`.
 */
export async function resendConfirmation(
  ctx: Context,
  input: { email: string; role: Exclude<Role, "admin">; address: string; next?: string | null },
): Promise<void> {
  const { email, role } = input
  await countTry(ctx, "ask for letters from an address", input.address)
  await countTry(ctx, "ask for a letter", "confirmation", email)
  await ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
      .where(and(eq(users.email, email), eq(users.emailVerified, false)))
    await emit(tx, "email.confirmationRequested", { userId: person?.id ?? null, role, next: input.next })
  })
}
