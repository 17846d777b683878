import { existsSync } from "node:fs"
import { join } from "node:path"
import { EVENT_KINDS } from "../../../../core/payments/event-kinds.ts"
import { freePort } from "../../../../server/cli/ports.ts"
import type { Settings } from "../../../../server/config/settings.ts"
import { type Child, startChild } from "./child.ts"
import type { DataDir, Keys } from "./data-dir.ts"

interface Sandbox extends Child {
  port: number
  /** The settings with which the server uses the sandbox as Stripe. */
  variables: Record<string, string>
}

const PROGRAM = "packages/stripe-sandbox/src/main.ts"

/** Starts the Stripe sandbox in its own process, with its own file in the data folder. */
export async function startSandbox(options: {
  root: string
  data: DataDir
  settings: Settings
  /** The path under which the site proxies browsers' requests to the sandbox. */
  mount: string
  /** The port to restart on; a free one if omitted. */
  port?: number | undefined
}): Promise<Sandbox> {
  const { root, data, settings, mount } = options
  const port = options.port ?? settings.STRIPE_SANDBOX_PORT ?? (await freePort())
  const variables = sandboxVariables(port, data.keys)
  const child = existsSync(join(root, PROGRAM))
    ? await startChild({
        root,
        file: PROGRAM,
        isReady: (line) => line.includes(String(port)),
        variables: {
          PATH: Bun.env.PATH,
          // Options of Bun itself: the recorded baseline preloads its clock.
          BUN_OPTIONS: Bun.env.BUN_OPTIONS,
          STRIPE_SANDBOX_PORT: String(port),
          STRIPE_SANDBOX_FILE: join(data.path, "stripe-sandbox.sqlite"),
          STRIPE_SANDBOX_SECRET_KEY: variables.STRIPE_SECRET_KEY,
          STRIPE_SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${settings.PORT}/webhooks/stripe`,
          STRIPE_SANDBOX_WEBHOOK_SECRET: variables.STRIPE_WEBHOOK_SECRET,
          // Like an endpoint at Stripe (docs/operations.md): it gets only the events that it is registered for.
          STRIPE_SANDBOX_WEBHOOK_EVENTS: EVENT_KINDS.join(","),
          STRIPE_SANDBOX_PUBLIC_BASE: `${settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`}${mount}`,
        },
      })
    : { pid: 0, exited: new Promise<number>(() => {}), stop: async () => {} }
  data.note({ sandboxPort: port, sandboxPid: child.pid })
  return { ...child, port, variables }
}

/** The settings that make the server use the sandbox at this port as Stripe. */
export const sandboxVariables = (
  port: number,
  keys: Pick<Keys, "stripeSecretKey" | "stripeWebhookSecret">,
) => ({
  STRIPE_API_URL: `http://127.0.0.1:${port}`,
  // The browser reaches the sandbox through our own origin, so anyone could use a well-known secret key.
  STRIPE_SECRET_KEY: `sk_test_${keys.stripeSecretKey}`,
  STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
  STRIPE_WEBHOOK_SECRET: `whsec_${keys.stripeWebhookSecret}`,
})
