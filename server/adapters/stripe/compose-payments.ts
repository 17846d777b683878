import type Stripe from "stripe"
import { tableTaxes } from "#core/checkout/table-taxes.ts"
import { log } from "#core/log.server.ts"
import type { Ports } from "#core/ports/index.ts"
import { alarms } from "#server/adapters/telemetry/alarms.ts"
import type { Env } from "#server/config/env.ts"
import { stripeAccounts } from "./stripe-accounts.ts"
import { PATIENCE, type Patience, stripeClient } from "./stripe-client.ts"
import { stripeFetch } from "./stripe-fetch.ts"
import { stripePayments } from "./stripe-payments.ts"
import { stripeSubscriptions } from "./stripe-subscriptions.ts"
import { hasTaxRegistration, stripeTaxes } from "./stripe-taxes.ts"

export type StripePorts = Pick<Ports, "payments" | "connectedAccounts" | "subscriptions" | "taxes">

/**
 * Connects to Stripe if keys are configured, otherwise to the sandbox through the same SDK. Requests, where a person
 * waits, and jobs get a client each, with one shared circuit breaker, in whichever process they run.
 */
export function composePayments(env: Env): { ofRequests: StripePorts; ofJobs: StripePorts } {
  const settings = { secretKey: env.STRIPE_SECRET_KEY ?? "", apiUrl: env.STRIPE_API_URL }
  const fetch = stripeFetch()
  const client = (patience: Patience) => stripeClient(settings, patience, fetch)
  const ofJobs = client(PATIENCE.jobs)
  if (env.TAX === "stripe") void warnWithoutRegistration(ofJobs)
  return { ofRequests: portsOf(client(PATIENCE.requests), env), ofJobs: portsOf(ofJobs, env) }
}

function portsOf(stripe: Stripe, env: Env): StripePorts {
  const secrets = [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_CONNECT_WEBHOOK_SECRET]
  return {
    payments: stripePayments(
      stripe,
      secrets.filter((secret) => secret !== undefined),
      {
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? "",
        localScript: env.STRIPE_API_URL ? `${env.rules.sandboxPath}/v3/stripe.js` : null,
      },
    ),
    connectedAccounts: stripeAccounts(stripe),
    subscriptions: stripeSubscriptions(stripe, env.STRIPE_SUBSCRIPTION_PRICE),
    taxes: env.TAX === "stripe" ? stripeTaxes(stripe, alarms) : tableTaxes,
  }
}

async function warnWithoutRegistration(stripe: Stripe): Promise<void> {
  const warn = (message: string) => log.warn("tax.registration", { message })
  try {
    if (!(await hasTaxRegistration(stripe)))
      warn("Stripe Tax has no active registration, so it collects no tax anywhere. Add one in its dashboard.")
  } catch {
    warn("Stripe Tax could not be asked for its registrations.")
  }
}
