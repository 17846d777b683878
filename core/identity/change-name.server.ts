import { eq } from "drizzle-orm"
import type { AdminContext, PersonContext } from "#core/context.ts"
import { couriers, customers, markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

const PROFILES = { customer: customers, seller: markets, deliverer: couriers } as const

/**
 * Renames the person in the role that they are signed in as, and on the account, whose name the navigation shows.
 * Orders and deliveries keep the name that they were placed with. An admin has no profile.
 */
export async function changeName(
  ctx: PersonContext,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const { userId, role } = ctx.actor
  if (role === "admin") return renameAdmin({ ...ctx, actor: { role, userId } }, `${firstName} ${lastName}`)
  await transaction(ctx.db, async (tx) => {
    await tx
      .update(users)
      .set({ name: `${firstName} ${lastName}`, updatedAt: ctx.now() })
      .where(eq(users.id, userId))
    const profile = PROFILES[role]
    await tx.update(profile).set({ firstName, lastName }).where(eq(profile.userId, userId))
  })
}

/** Renames an admin. Admins have no profile, so the account's name is their only one. */
export async function renameAdmin(ctx: AdminContext, name: string): Promise<void> {
  await ctx.db.update(users).set({ name, updatedAt: ctx.now() }).where(eq(users.id, ctx.actor.userId))
}
