import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { cents } from "#core/money.ts"
import { createRuntime, type Runtime } from "#server/compose.ts"
import { parseEnv } from "#server/config/env.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout } from "#tests/support/checkout.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { type Fake, silence, startFake } from "#tests/support/fake-service.ts"

const database = useDatabase()
let stripe: Fake
let runtime: Runtime
let folder: string
beforeEach(async () => {
  stripe = await startFake()
  stripe.answers(silence)
  folder = mkdtempSync(join(tmpdir(), "pushcart-one-process-"))
  runtime = await createRuntime(
    parseEnv({
      PROCESS: "all",
      MODE: "demo",
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      AUTH_SECRET: "a".repeat(32),
      ROOMS_SECRET: "b".repeat(32),
      IMAGE_SECRET: "c".repeat(32),
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: "sk_test_sandbox",
      STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
    }),
  )
})
afterEach(async () => {
  await stripe.close()
  await runtime.close()
  rmSync(folder, { recursive: true })
})

it("tells whoever pays within ten seconds that Stripe is silent, where its jobs go on asking in the same process", {
  timeout: 15_000,
  tags: ["STRIPE-2", "slow"],
}, async () => {
  const product = await aProduct(database.db, await aMarket(database.db))
  const ctx = runtime.contextFor((await aCustomer(database.db)).actor)
  await goToCheckout(ctx, [{ productId: product.id }])
  let isJobWaiting = true
  const job = runtime
    .contextForJobs()
    .ports.payments.createPayment({
      checkoutId: crypto.randomUUID(),
      attempt: 0,
      amountCents: cents(500),
      description: "Pushcart order",
      statementSuffix: "P100001",
      email: "ada@example.test",
    })
    .finally(() => {
      isJobWaiting = false
    })
  job.catch(() => {})
  await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject({
    code: "provider_down",
    message: expect.stringContaining("Nothing was charged."),
  })
  expect(isJobWaiting).toBe(true)
})
