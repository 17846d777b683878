import { eq } from "drizzle-orm"
import type { RawIdentity } from "#core/ports/connected-accounts.ts"
import { users } from "#db/schema/index.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"

/**
 * Hands identity and bank numbers to the provider within this request, for clients that cannot make tokens
 * themselves, and answers the tokens. Nothing of it is kept. Throws `invalid` in the provider's words.
 */
export async function tokenizeIdentity(ctx: PayoutContext, raw: Omit<RawIdentity, "person">) {
  const payoutAccount = await readPayoutAccount(ctx.db, ctx.actor)
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.userId))
  const { firstName, lastName, phone, address, city, state, zip } = payoutAccount
  const person = { firstName, lastName, phone, address, city, state, zip, email: user?.email ?? "" }
  return ctx.ports.connectedAccounts.tokenize({ person, ...raw })
}
