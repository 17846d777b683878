import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { checkouts, orders } from "#db/schema/index.ts"
import { httpGate } from "#tests/faults/world/gate.ts"
import { startTestServer, type TestServer } from "./server.ts"

/**
 * An installation for one test file with a proxy between it and Stripe: `gate.mood` sets how Stripe misbehaves. The
 * browser's own calls to Stripe go through the proxy too.
 */
export function useGatedStripe() {
  const gate = httpGate()
  let server: TestServer
  let sandbox: Sandbox
  beforeAll(async () => {
    server = await startTestServer({
      env: {
        STRIPE_API_URL: gate.url,
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
    })
    sandbox = await startSandbox({
      webhookUrl: `${server.url}/webhooks/stripe`,
      publicBase: `${server.url}/dev/stripe`,
    })
    gate.target = sandbox.base
  }, 120_000)
  beforeEach(() => {
    gate.mood = "well"
    delete gate.onPassed
  })
  afterAll(async () => {
    await server.stop()
    await sandbox.kill()
    await gate.stop()
  })
  const db = () => server.database.db
  return {
    gate,
    get server() {
      return server
    },
    ordersOf: (userId: string) => db().select().from(orders).where(eq(orders.customerId, userId)),
    /** Returns the amounts that Stripe has charged to this customer's cards, payment by payment. */
    async takenFrom(userId: string): Promise<number[]> {
      const mine = await db()
        .select({ id: checkouts.id })
        .from(checkouts)
        .where(eq(checkouts.customerId, userId))
      const ids = mine.map(({ id }) => id)
      const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 })
      return data
        .filter((intent) => intent.amount_received > 0 && ids.includes(intent.metadata.checkout_id ?? ""))
        .map((intent) => intent.amount_received)
    },
  }
}

export const STRIPE_DOWN =
  "The card payment service isn't responding right now. Nothing was charged. Please try again in a minute."
