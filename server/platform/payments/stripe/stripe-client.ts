import Stripe from "stripe"

export type StripeSettings = {
  secretKey: string
  /** The sandbox's address in a demo; Stripe's own when missing. */
  apiUrl?: string
  webhookSecrets: readonly string[]
}

/** The one SDK client of a process. Retries carry the same idempotency key, so a lost answer is asked for again. */
export function stripeClient({ secretKey, apiUrl }: Pick<StripeSettings, "secretKey" | "apiUrl">): Stripe {
  const options = { timeout: 10_000, maxNetworkRetries: 2, appInfo: { name: "Pushcart" }, telemetry: false }
  if (!apiUrl) return new Stripe(secretKey, options)
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    ...options,
    protocol: protocol === "https:" ? "https" : "http",
    host: hostname,
    port: port || (protocol === "https:" ? 443 : 80),
  })
}
