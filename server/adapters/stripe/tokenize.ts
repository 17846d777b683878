import type Stripe from "stripe"
import { bankParams, individualParams } from "#core/payouts/token-params.ts"
import type { RawIdentity } from "#core/ports/connected-accounts.ts"

/** Creates the two tokens that Stripe's script makes in a browser, for a client that has none. */
export async function tokenize(stripe: Stripe, identity: RawIdentity) {
  const { born, ssn, bank } = identity
  const account =
    born || ssn
      ? await stripe.tokens.create({
          account: {
            business_type: "individual",
            tos_shown_and_accepted: true,
            individual: individualParams(identity),
          },
        })
      : undefined
  const bankAccount = bank ? await stripe.tokens.create({ bank_account: bankParams(bank) }) : undefined
  return { accountToken: account?.id, bankToken: bankAccount?.id }
}
