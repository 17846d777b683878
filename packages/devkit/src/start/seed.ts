import { openStripeAccounts } from "@pushcart/demo/open-stripe-accounts"
import { placeDemoOrders } from "@pushcart/demo/place-demo-orders"
import { hasDemo, seedDemo } from "@pushcart/demo/seed-demo"
import { createRuntime } from "../../../../server/compose.ts"
import type { Env } from "../../../../server/config/env.ts"
import type { DataDir } from "./data-dir.ts"

/** Fills an empty database with the demo: markets, people, products, orders. */
export async function seedIfEmpty(env: Env, data: DataDir): Promise<void> {
  const runtime = await createRuntime(env)
  try {
    if (await hasDemo(runtime)) return
    console.log("Setting up the demo …")
    // If the start is killed after this, the mark remains, and the next start begins with an empty database again.
    data.note({ isSeeding: true })
    await seedDemo(runtime)
    if (env.STRIPE_API_URL && env.STRIPE_SECRET_KEY) {
      const sandbox = { apiUrl: env.STRIPE_API_URL, secretKey: env.STRIPE_SECRET_KEY }
      await openStripeAccounts(runtime.database.db, sandbox)
      await placeDemoOrders(runtime, sandbox)
    }
    data.note({ isSeeding: false })
  } finally {
    await runtime.close()
  }
}
