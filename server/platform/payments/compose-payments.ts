import type Stripe from "stripe"
import { tableTaxes } from "#core/checkout/table-taxes.ts"
import type { Ports } from "#core/ports/index.ts"
import { SANDBOX_PATH } from "#server/http/sandbox-proxy.ts"
import type { Env } from "#server/platform/env.ts"
import { stripeAccounts } from "./stripe/stripe-accounts.ts"
import { stripeClient, stripePatience } from "./stripe/stripe-client.ts"
import { stripePayments } from "./stripe/stripe-payments.ts"
import { stripeSubscriptions } from "./stripe/stripe-subscriptions.ts"
import { hasTaxRegistration, stripeTaxes } from "./stripe/stripe-taxes.ts"

type StripePorts = Pick<Ports, "payments" | "connectedAccounts" | "subscriptions" | "taxes">

/** Stripe itself where keys are configured, the sandbox behind the same SDK in a demo. */
export function composePayments(env: Env): StripePorts {
  const secrets = [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_CONNECT_WEBHOOK_SECRET]
  const stripe = stripeClient(
    { secretKey: env.STRIPE_SECRET_KEY ?? "", apiUrl: env.STRIPE_API_URL },
    stripePatience(env.PROCESS),
  )
  if (env.TAX === "stripe") void warnWithoutRegistration(stripe)
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
    taxes: env.TAX === "stripe" ? stripeTaxes(stripe) : tableTaxes,
  }
}

async function warnWithoutRegistration(stripe: Stripe): Promise<void> {
  const warn = (message: string) => console.warn(JSON.stringify({ event: "tax.registration", message }))
  try {
    if (!(await hasTaxRegistration(stripe)))
      warn("Stripe Tax has no active registration, so it collects no tax anywhere. Add one in its dashboard.")
  } catch {
    warn("Stripe Tax could not be asked for its registrations.")
  }
}
