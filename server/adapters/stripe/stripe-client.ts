import Stripe from "stripe"
import { stripeFetch } from "./stripe-fetch.ts"

export type StripeSettings = {
  secretKey: string
  /** The sandbox's URL in a demo; without it, Stripe's own. */
  apiUrl?: string
  webhookSecrets: readonly string[]
}

export type Patience = { timeoutMs: number; retries: number }

/** Timeouts and retries of Stripe calls. */
export const PATIENCE = {
  /** For jobs, for which nobody waits: three attempts of ten seconds. */
  jobs: { timeoutMs: 10_000, retries: 2 },
  /** For requests, for which a person waits: two attempts, at most ten seconds together. */
  requests: { timeoutMs: 4_500, retries: 1 },
} as const satisfies Record<string, Patience>

/** An SDK client. Retries carry the same idempotency key, so a lost response is requested again. */
export function stripeClient(
  { secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">,
  patience: Patience = PATIENCE.jobs,
  fetch = stripeFetch(),
): Stripe {
  const options = {
    timeout: patience.timeoutMs,
    maxNetworkRetries: patience.retries,
    appInfo: { name: "Pushcart" },
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch),
  }
  if (!apiUrl) return new Stripe(secretKey, options)
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    ...options,
    protocol: protocol === "https:" ? "https" : "http",
    host: hostname,
    port: port || (protocol === "https:" ? 443 : 80),
  })
}
