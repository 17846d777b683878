import { eq } from "drizzle-orm"
import { users } from "#db/schema/index.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"

/**
 * Returns our own records of the person who is signed in, which the provider requires in addition to the identity, and
 * whether they have an account there.
 */
export async function knownPerson(ctx: PayoutContext) {
  const { firstName, lastName, address, city, state, zip, phone, accountId } = await readPayoutAccount(
    ctx.db,
    ctx.actor,
  )
  const [person] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, ctx.actor.userId))
  const email = person?.email ?? ""
  return { firstName, lastName, address, city, state, zip, phone, email, isConnected: accountId !== null }
}
