import Stripe from "stripe"
import { stripeFetch } from "./stripe-fetch.ts"

export type StripeSettings = {
  secretKey: string
  /** The sandbox's address in a demo; Stripe's own when missing. */
  apiUrl?: string
  webhookSecrets: readonly string[]
}

/** A job can wait: three tries of ten seconds. */
const OF_JOBS = { timeoutMs: 10_000, retries: 2 }
/** Somebody looks at the page meanwhile: two tries that end within ten seconds together. */
const OF_PAGES = { timeoutMs: 4_500, retries: 1 }

/** How long a process waits for Stripe. One that runs everything has jobs, too. */
export const stripePatience = (process: "all" | "web" | "worker") => (process === "web" ? OF_PAGES : OF_JOBS)

/** The one SDK client of a process. Retries carry the same idempotency key, so a lost answer is asked for again. */
export function stripeClient(
  { secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">,
  patience: { timeoutMs?: number; retries?: number; failures?: number; openMs?: number } = {},
): Stripe {
  const options = {
    timeout: patience.timeoutMs ?? OF_JOBS.timeoutMs,
    maxNetworkRetries: patience.retries ?? OF_JOBS.retries,
    appInfo: { name: "Pushcart" },
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(stripeFetch(patience) as typeof fetch),
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
