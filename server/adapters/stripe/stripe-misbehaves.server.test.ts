import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { cents } from "#core/money.ts"
import { checkouts, orders } from "#db/schema/index.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { PATIENCE, stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeFetch } from "#server/adapters/stripe/stripe-fetch.ts"
import { stripePayments } from "#server/adapters/stripe/stripe-payments.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, portsTo, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import {
  type Answer,
  cut,
  type Fake,
  forward,
  forwardTo,
  garbage,
  half,
  json,
  silence,
  startFake,
  status,
} from "#tests/support/fake-service.ts"

const INTENT = {
  object: "payment_intent",
  id: "pi_1",
  status: "requires_payment_method",
  amount: 500,
  client_secret: "pi_1_secret",
  metadata: {},
  latest_charge: null,
  last_payment_error: null,
}
const PAYMENT = {
  checkoutId: "0199c0de-0000-7000-8000-000000000001",
  attempt: 0,
  amountCents: cents(500),
  description: "Pushcart order",
  statementSuffix: "P100001",
  email: "ada@example.test",
}
const MOODS: [name: string, answer: Answer][] = [
  ["never answers", silence],
  ["says 429", status(429)],
  ["says 500", status(500)],
  ["is a hotel's wifi", garbage],
  ["is another service", json({ hello: "world" })],
  ["stops in the middle", half(INTENT)],
  ["hangs up in the middle", cut(INTENT)],
  ["rejects our key", json({ error: { type: "invalid_request_error", message: "no such key" } }, 401)],
]

let outside: Fake
beforeEach(async () => {
  outside = await startFake()
})
afterEach(() => outside.close())

const clientWith = (circuit?: Parameters<typeof stripeFetch>[0]) =>
  stripeClient(
    { secretKey: "sk_test_1", apiUrl: outside.url },
    { ...PATIENCE.requests, timeoutMs: 250 },
    stripeFetch(circuit),
  )
const paymentsOf = (stripe: ReturnType<typeof stripeClient>) =>
  stripePayments(stripe, [], { publishableKey: "pk_test_1", localScript: null })

describe.each(MOODS)("Stripe that %s", { tags: ["slow"] }, (_, answer) => {
  it("is down in the domain's word on every port, and never a payment", { tags: ["STRIPE-2"] }, async () => {
    outside.answers(answer)
    const stripe = clientWith({ failures: 1_000 })
    const calls = [
      paymentsOf(stripe).createPayment(PAYMENT),
      paymentsOf(stripe).findPayment("pi_1"),
      stripeAccounts(stripe).find("acct_1"),
      stripeAccounts(stripe).close("acct_1"),
      stripeSubscriptions(stripe, "price_1").find("sub_1"),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: "rejected", reason: { code: "provider_down" } })
    const keys = outside.seen.flatMap(({ headers }) => headers["idempotency-key"] ?? [])
    expect(new Set(keys).size, "every try has the same key").toBe(1)
  })
})

it("is said not to answer with what was not done by it: charged, refunded, transferred, paid out or changed", {
  tags: ["STRIPE-109"],
}, async () => {
  outside.answers(status(500))
  const stripe = clientWith({ failures: 1_000 })
  const payments = paymentsOf(stripe)
  const accounts = stripeAccounts(stripe)
  const amountCents = cents(500)
  const calls: Record<string, () => Promise<unknown>> = {
    charged: () => payments.createPayment(PAYMENT),
    refunded: () =>
      payments.refund({ refundId: "r1", failures: 0, paymentId: "pi_1", amountCents, isWhole: true }),
    transferred: () =>
      payments.transfer({
        transferId: "t1",
        chargeId: "ch_1",
        accountId: "acct_1",
        checkoutId: "c1",
        amountCents,
      }),
    "paid out": () => accounts.payOut({ payoutId: "p1", accountId: "acct_1", amountCents }),
    changed: () => accounts.update("acct_1", { website: "https://example.com" }),
  }
  for (const [deed, call] of Object.entries(calls))
    await expect(call(), deed).rejects.toMatchObject({
      message: `The card payment service isn't responding right now. Nothing was ${deed}. Please try again in a minute.`,
    })
  await expect(accounts.balanceOf("acct_1")).rejects.toThrow("Nothing was paid out.")
  await expect(stripeSubscriptions(stripe, "price_1").cancel("sub_1")).rejects.toThrow("Nothing was changed.")
})

it("is waited for by a page for ten seconds at most, over all tries, and asked again with the same key", {
  tags: ["STRIPE-2"],
}, async () => {
  const { requests, jobs } = PATIENCE
  expect(requests.timeoutMs * (requests.retries + 1)).toBeLessThan(10_000)
  expect(jobs.timeoutMs * (jobs.retries + 1)).toBeGreaterThanOrEqual(30_000)
  outside.answers(silence)
  const call = paymentsOf(clientWith()).createPayment(PAYMENT)
  await expect(call).rejects.toMatchObject({ code: "provider_down" })
  expect(outside.seen).toHaveLength(requests.retries + 1)
  expect(new Set(outside.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1)
})

it("is down for now while it is still at the try that ran out of time", { tags: ["STRIPE-2"] }, async () => {
  const inUse = { type: "invalid_request_error", code: "idempotency_key_in_use", message: "in progress" }
  outside.answers(silence, json({ error: inUse }, 409))
  const call = paymentsOf(clientWith()).createPayment(PAYMENT)
  await expect(call).rejects.toMatchObject({ code: "provider_down" })
})

it("is not asked while its circuit is open, and works by itself when it is back", {
  tags: ["STRIPE-2"],
}, async () => {
  outside.answers(status(500))
  const payments = paymentsOf(clientWith({ failures: PATIENCE.requests.retries + 1, openMs: 700 }))
  await expect(payments.findPayment("pi_1")).rejects.toMatchObject({ code: "provider_down" })
  const asked = outside.seen.length
  outside.answers(json(INTENT))
  await expect(
    Promise.race([payments.findPayment("pi_1"), Bun.sleep(300).then(() => "waiting")]),
  ).resolves.toBe("waiting")
  expect(outside.seen).toHaveLength(asked)
  await expect.poll(() => payments.findPayment("pi_1"), { timeout: 5_000 }).toMatchObject({ state: "unpaid" })
})

it.each([
  ["too many calls", { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." }],
  ["an object in use", { type: "invalid_request_error", code: "lock_timeout", message: "In use." }],
])(
  "goes on being asked by everybody else after %s: 429 opens no circuit",
  {
    tags: ["STRIPE-8"],
  },
  async (_, error) => {
    outside.answers(json({ error }, 429))
    const payments = paymentsOf(clientWith({ failures: 2, openMs: 60_000 }))
    for (const id of ["pi_1", "pi_2", "pi_3"])
      await expect(payments.findPayment(id)).rejects.toMatchObject({ code: "provider_down" })
    outside.answers(json(INTENT))
    await expect(payments.findPayment("pi_4")).resolves.toMatchObject({ state: "unpaid" })
  },
)

describe("a customer at checkout", () => {
  const checkout = useCheckout()

  async function atCheckout() {
    const market = await aMarket(checkout.database.db)
    const product = await aProduct(checkout.database.db, market)
    const { actor } = await aCustomer(checkout.database.db)
    const ctx = ctxFor(checkout.database, actor, {
      ...checkout.parts(),
      ports: portsTo({ base: outside.url }),
    })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: product.id }])
    const row = async () => (await ctx.db.select().from(checkouts).where(eq(checkouts.id, checkoutId)))[0]
    return { ctx, checkoutId, row }
  }

  it("is told that nothing was charged while Stripe is down, keeps the things, and pays once when it is back", {
    tags: ["STRIPE-3"],
  }, async () => {
    outside.answers(status(503))
    const { ctx, checkoutId, row } = await atCheckout()
    await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject({
      code: "provider_down",
      message: expect.stringContaining("Nothing was charged."),
    })
    expect((await row())?.stripePaymentIntentId).toBeNull()
    expect(await ctx.db.select().from(orders)).toEqual([])
    outside.answers(forwardTo(checkout.sandbox.base))
    const begun = await beginPayment(ctx, BILLING)
    expect(begun).toMatchObject({ checkoutId, state: "unpaid" })
  })

  it("has one payment when Stripe made it and its answer was lost on the way", {
    tags: ["STRIPE-4"],
  }, async () => {
    const { ctx, row } = await atCheckout()
    const made: string[] = []
    const lost: Answer = (response, seen) =>
      void forward(checkout.sandbox.base, seen).then(async (answer) => {
        made.push(((await answer.json()) as { id: string }).id)
        response.destroy()
      })
    outside.answers(lost, forwardTo(checkout.sandbox.base))
    const { paymentId } = await beginPayment(ctx, BILLING)
    expect(made).toEqual([paymentId])
    expect((await row())?.stripePaymentIntentId).toBe(paymentId)
  })
})
