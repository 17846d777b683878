import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import { startFixedClock } from "./fixed-clock.ts"
import { WATCHED } from "./settled.ts"

export type SandboxedServer = {
  readonly server: TestServer
  readonly sandbox: Sandbox
  stop(): Promise<void>
}
type Options = {
  /** Settings of the server. */
  readonly env?: Record<string, string>
  /** URL under which the server calls the sandbox, if not the sandbox's own. */
  readonly apiUrl?: string
  /** URL for the sandbox's webhooks. Without it, they are not sent. */
  readonly webhookUrl?: string
  readonly webhookEvents?: string
}

/**
 * Starts a server whose background work can be watched, with a sandbox in place of Stripe. Webhooks wait until they are
 * requested, and are sent once and in the order of their events.
 */
export async function startSandboxedServer({
  env,
  apiUrl,
  ...webhooks
}: Options = {}): Promise<SandboxedServer> {
  const clock = startFixedClock()
  // Later than any run takes, so that it is not up to the machine before which other event a payout arrives.
  const payoutSeconds = 3_600
  const inOrder = { paused: true, shuffle: false, double: 0, delayMs: [0, 0] }
  const sandbox = await startSandbox({
    config: { webhooks: inOrder, payoutSeconds },
    env: clock.env,
    ...webhooks,
  })
  const server = await startTestServer({
    ...clock,
    env: {
      ...clock.env,
      ...WATCHED,
      STRIPE_API_URL: apiUrl ?? sandbox.base,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...env,
    },
  })
  return {
    server,
    sandbox,
    async stop() {
      await server.stop()
      await sandbox.kill()
    },
  }
}
