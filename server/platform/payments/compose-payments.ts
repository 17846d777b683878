import type { Ports } from "#core/ports/index.ts"
import { SANDBOX_PATH } from "#server/http/sandbox-proxy.ts"
import type { Env } from "#server/platform/env.ts"
import { stripeAccounts } from "./stripe/stripe-accounts.ts"
import { stripeClient } from "./stripe/stripe-client.ts"
import { stripePayments } from "./stripe/stripe-payments.ts"
import { stripeSubscriptions } from "./stripe/stripe-subscriptions.ts"

/** Stripe itself where keys are configured, the sandbox behind the same SDK in a demo. */
export function composePayments(env: Env): Pick<Ports, "payments" | "connectedAccounts" | "subscriptions"> {
  const secrets = [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_CONNECT_WEBHOOK_SECRET]
  const stripe = stripeClient({ secretKey: env.STRIPE_SECRET_KEY ?? "", apiUrl: env.STRIPE_API_URL })
  return {
    payments: stripePayments(
      stripe,
      secrets.filter((secret) => secret !== undefined),
      {
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? "",
        localScript: env.STRIPE_API_URL ? `${SANDBOX_PATH}/v3/stripe.js` : null,
      },
    ),
    connectedAccounts: stripeAccounts(stripe),
    subscriptions: stripeSubscriptions(stripe, env.STRIPE_SUBSCRIPTION_PRICE),
  }
}
