import type { RawIdentity } from "#core/ports/connected-accounts.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { knownPerson } from "./known-person.server.ts"

/**
 * Hands identity and bank numbers to the provider within this request, for clients that cannot make tokens
 * themselves, and answers the tokens. Nothing of it is kept. Throws `invalid` in the provider's words.
 */
export async function tokenizeIdentity(ctx: PayoutContext, raw: Omit<RawIdentity, "person">) {
  const { isConnected: _isConnected, ...person } = await knownPerson(ctx)
  return ctx.ports.connectedAccounts.tokenize({ person, ...raw })
}
