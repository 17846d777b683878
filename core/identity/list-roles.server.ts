import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Executor } from "#db/client.ts"
import { memberships } from "#db/schema/index.ts"

/** Every role that the person holds with this one account. */
export async function listRoles(ctx: Pick<PersonContext, "actor"> & { db: Executor }): Promise<Role[]> {
  const rows = await ctx.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(eq(memberships.userId, ctx.actor.userId))
    .orderBy(memberships.createdAt, memberships.role)
  return rows.map(({ role }) => role)
}
