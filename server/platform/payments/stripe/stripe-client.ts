import Stripe from "stripe"
import { stripeFetch } from "./stripe-fetch.ts"

export type StripeSettings = {
  secretKey: string
  /** The sandbox's address in a demo; Stripe's own when missing. */
  apiUrl?: string
  webhookSecrets: readonly string[]
}

/** The one SDK client of a process. Retries carry the same idempotency key, so a lost answer is asked for again. */
export function stripeClient(
  { secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">,
  patience: { timeoutMs?: number; failures?: number; openMs?: number } = {},
): Stripe {
  const options = {
    timeout: patience.timeoutMs ?? 10_000,
    maxNetworkRetries: 2,
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
