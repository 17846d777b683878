import { and, eq, type SQL } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { countTry } from "./rate-limit.server.ts"

export type LinkRequest<R extends Role> = { email: string; role: R; address: string }

/**
 * Emails a link to the person who has this email and role and for whom `condition`, if given, is true. `happened`
 * builds the event from their id, or from null if there is no such person. Work and response are the same in every
 * case, so that they do not reveal who has an account. Throws `rate_limited`.
 */
export async function requestLink(
  ctx: Context,
  { email, role, address }: LinkRequest<Role>,
  link: { kind: string; condition?: SQL; happened(userId: string | null): Happened },
): Promise<void> {
  await countTry(ctx, "ask for letters from an address", address)
  await countTry(ctx, "ask for a letter", link.kind, email)
  await transaction(ctx.db, async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
      .where(and(eq(users.email, email), link.condition))
    await emitAll(tx, [link.happened(person?.id ?? null)])
  })
}
