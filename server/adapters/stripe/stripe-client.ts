import Stripe from "stripe"
import { stripeFetch } from "./stripe-fetch.ts"

export type StripeSettings = {
  secretKey: string
  /** The sandbox's address in a demo; Stripe's own when missing. */
  apiUrl?: string
  webhookSecrets: readonly string[]
}

export type Patience = { timeoutMs: number; retries: number }

/** How long Stripe is waited for. */
export const PATIENCE = {
  /** Nobody looks at a job: three tries of ten seconds. */
  jobs: { timeoutMs: 10_000, retries: 2 },
  /** Somebody looks at the page meanwhile: two tries that end within ten seconds together. */
  requests: { timeoutMs: 4_500, retries: 1 },
} as const satisfies Record<string, Patience>

/** An SDK client. Retries carry the same idempotency key, so a lost answer is asked for again. */
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
