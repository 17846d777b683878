import type { RawIdentity } from "#core/ports/connected-accounts.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { knownPerson } from "./known-person.server.ts"

/**
 * Sends identity and bank numbers to the provider within this request, for clients that cannot create tokens
 * themselves, and returns the tokens. Stores nothing. Throws `invalid` with the provider's message.
 */
export async function tokenizeIdentity(ctx: PayoutContext, raw: Omit<RawIdentity, "person">) {
  const { isConnected: _isConnected, ...person } = await knownPerson(ctx)
  return ctx.ports.connectedAccounts.tokenize({ person, ...raw })
}
