import { eq } from "drizzle-orm"
import { users } from "#db/schema/index.ts"
import type { HolderContext } from "./connect-account.server.ts"
import { readHolder } from "./holders.server.ts"

/** What our own records say of whoever is signed in: the provider wants it beside the identity. */
export async function knownPerson(ctx: HolderContext) {
  const { firstName, lastName, address, city, state, zip, phone } = await readHolder(ctx.db, ctx.actor)
  const [person] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, ctx.actor.userId))
  return { firstName, lastName, address, city, state, zip, phone, email: person?.email ?? "" }
}
