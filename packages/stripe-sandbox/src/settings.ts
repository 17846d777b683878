import { z } from "zod"

/** Configuration that can change while the sandbox runs (`POST /_sandbox/config`). It is stored in the file. */
export const configSchema = z.object({
  webhooks: z.object({
    /** Each delivery waits a random time between these two. */
    delayMs: z.tuple([z.number().min(0), z.number().min(0)]),
    /** Probability that a delivery is sent twice. */
    double: z.number().min(0).max(1),
    /** Without shuffling, webhooks are delivered one after another, in the order of their events. */
    shuffle: z.boolean(),
    paused: z.boolean(),
    retryBaseMs: z.number().min(1),
    retryMaxMs: z.number().min(1),
    /** With a seed, the same events get the same delays and duplicates. */
    seed: z.number().int().nullable(),
  }),
  /** Seconds until a charge's money is available; 0 means immediately. */
  availabilitySeconds: z.number().int().min(0),
  /** Every refund is pending until `/_sandbox/settle-refund` settles it. */
  pendingRefunds: z.boolean(),
  /** Seconds until a pending refund succeeds or fails, for cards that settle refunds later. */
  refundSeconds: z.number().int().min(0),
  /** Seconds until a payout is paid or fails. */
  payoutSeconds: z.number().int().min(0),
  /** Seconds between two attempts to collect a failed renewal. */
  invoiceRetrySeconds: z.number().int().min(1),
  invoiceAttempts: z.number().int().min(1),
  /** Sales tax in percent by state; without a registration the tax is zero, as at Stripe. */
  taxPercent: z.record(z.string(), z.number()),
})

export type Config = z.output<typeof configSchema>

export const DEFAULT_CONFIG: Config = {
  webhooks: {
    delayMs: [50, 800],
    double: 0.2,
    shuffle: true,
    paused: false,
    retryBaseMs: 500,
    retryMaxMs: 30_000,
    seed: null,
  },
  availabilitySeconds: 0,
  pendingRefunds: false,
  refundSeconds: 4,
  payoutSeconds: 4,
  invoiceRetrySeconds: 3 * 86_400,
  invoiceAttempts: 4,
  taxPercent: {
    CA: 7.25,
    FL: 6,
    IL: 6.25,
    MA: 6.25,
    MD: 6,
    NJ: 6.625,
    NY: 4,
    PA: 6,
    TX: 6.25,
    VA: 4.3,
    WA: 6.5,
  },
}

export interface Settings {
  port: number
  file: string
  secretKey: string
  publishableKey: string
  webhookUrl: string | null
  webhookSecret: string | null
  /** The event types sent to `webhookUrl`, in the format of an endpoint's `enabled_events`. */
  webhookEvents: readonly string[]
  /** Base URL of the sandbox for browsers: on the app's own origin, or the sandbox itself when empty. */
  publicBase: string
  stayAlive: boolean
  /** Changes to the default configuration, from the environment. */
  config: unknown
}

type Environment = Record<string, string | undefined>

/** Reads the environment, then `--name=value` arguments, which take precedence. */
export function readSettings(env: Environment, args: string[]): Settings {
  const given: Environment = { ...env }
  for (const arg of args) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(arg) ?? []
    if (name) given[`STRIPE_SANDBOX_${name.toUpperCase().replaceAll("-", "_")}`] = value ?? "1"
  }
  const read = (name: string) => given[`STRIPE_SANDBOX_${name}`] || null
  const settings: Settings = {
    port: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .parse(read("PORT") ?? 0),
    file: read("FILE") ?? ".data/stripe-sandbox/sandbox.sqlite",
    secretKey: read("SECRET_KEY") ?? "sk_test_sandbox",
    publishableKey: read("PUBLISHABLE_KEY") ?? "pk_test_sandbox",
    webhookUrl: read("WEBHOOK_URL"),
    webhookSecret: read("WEBHOOK_SECRET"),
    webhookEvents: (read("WEBHOOK_EVENTS") ?? "*").split(","),
    publicBase: (read("PUBLIC_BASE") ?? "").replace(/\/$/, ""),
    stayAlive: read("STAY_ALIVE") !== null,
    config: JSON.parse(read("CONFIG") ?? "{}"),
  }
  rejectLiveKeys(settings)
  return settings
}

function rejectLiveKeys(settings: Settings): void {
  if (!settings.secretKey.startsWith("sk_test_") || !settings.publishableKey.startsWith("pk_test_")) {
    throw new Error("The Stripe sandbox takes only test keys: sk_test_… and pk_test_…")
  }
  if (settings.webhookUrl && !settings.webhookSecret?.startsWith("whsec_")) {
    throw new Error(
      "STRIPE_SANDBOX_WEBHOOK_URL needs STRIPE_SANDBOX_WEBHOOK_SECRET, which starts with whsec_",
    )
  }
}

/** Merges a partial configuration into a full one. The schema rejects unknown names and wrong types. */
export function mergeConfig(before: Config, change: unknown): Config {
  if (typeof change !== "object" || change === null) return before
  const merged: Record<string, unknown> = { ...before, ...change }
  if ("webhooks" in change && typeof change.webhooks === "object") {
    merged.webhooks = { ...before.webhooks, ...change.webhooks }
  }
  return configSchema.parse(merged)
}
