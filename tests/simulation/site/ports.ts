import { tableTaxes } from "#core/checkout/table-taxes.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import type { Ports } from "#core/ports/index.ts"
import type { Passwords } from "#core/ports/passwords.ts"
import type { Database } from "#db/client.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { composePlaces } from "#server/adapters/places/compose-places.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripePayments } from "#server/adapters/stripe/stripe-payments.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from "./keys.ts"
import type { Provider } from "./provider.ts"

/** A fast hash, because hashing has its own tests and would take most of the time of signing in. */
const quickPasswords: Passwords = {
  hash: async (password) => `quick:${password}`,
  verify: async (password, hash) => hash === `quick:${password}`,
}

/**
 * Outside services: the provider's real SDK connected to the sandbox, the ZIP codes' locations, and fakes for the rest.
 */
export function simulatedPorts(
  db: Database,
  bank: Provider,
  fakes: Pick<Ports, "images" | "mail">,
): Partial<Ports> {
  const settings = { secretKey: SECRET_KEY, apiUrl: "http://stripe.test" }
  // No retries by the SDK, so that a failed call is seen immediately and its caller decides about a retry.
  const stripe = stripeClient(settings, { timeoutMs: 60_000, retries: 0 }, bank.fetch as never)
  return {
    ...fakes,
    ...composePlaces(
      { googleKey: undefined, isCensusOn: false, valhallaUrl: undefined },
      (zip) => findZip(db, zip),
      () => {},
    ),
    payments: stripePayments(stripe, [WEBHOOK_SECRET], {
      publishableKey: PUBLISHABLE_KEY,
      localScript: "/dev/stripe/v3/stripe.js",
    }),
    connectedAccounts: stripeAccounts(stripe),
    subscriptions: stripeSubscriptions(stripe),
    taxes: tableTaxes,
    emailFooters: emailFooters({ secret: SECRET_KEY, postalAddress: "1 Town Square" }),
    alarms: { raise: () => {} },
    deletionList: { note: async () => {} },
    passwords: quickPasswords,
    push: { publicKey: null, accepts: () => false, send: async () => "rejected" },
  }
}
