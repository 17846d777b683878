import type { Payments } from "#core/ports/payments.ts"
import { SANDBOX_PATH } from "#server/http/sandbox-proxy.ts"
import type { Env } from "#server/platform/env.ts"
import { stripeClient } from "./stripe/stripe-client.ts"
import { stripePayments } from "./stripe/stripe-payments.ts"

/** Stripe itself where keys are configured, the sandbox behind the same SDK in a demo. */
export function composePayments(env: Env): Payments {
  const secrets = [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_CONNECT_WEBHOOK_SECRET]
  return stripePayments(
    stripeClient({ secretKey: env.STRIPE_SECRET_KEY ?? "", apiUrl: env.STRIPE_API_URL }),
    secrets.filter((secret) => secret !== undefined),
    {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? "",
      localScript: env.STRIPE_API_URL ? `${SANDBOX_PATH}/v3/stripe.js` : null,
    },
  )
}
