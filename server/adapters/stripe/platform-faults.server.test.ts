import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { connectAccount } from "#core/payouts/connect-account.server.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, portsTo } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { type Answer, type Fake, forwardTo, json, startFake } from "#tests/support/fake-service.ts"
import { tokensFor, usePayoutAccounts } from "#tests/support/payout-accounts.ts"

const payoutAccounts = usePayoutAccounts()

/** Stripe's exact message. */
const NO_PROFILE =
  "Please review the responsibilities of managing losses for connected accounts at https://dashboard.stripe.com/settings/connect/platform-profile."
const NO_CONNECT =
  "You can only create new accounts if you've signed up for Connect, which you can do at https://dashboard.stripe.com/connect."
const NOT_LIVE = "Your account cannot currently make live charges."
const RESTRICTED = "The provided key does not have the required permissions for this endpoint."
const BAD_TOKEN = "No such token: 'ct_1'"

let outside: Fake
beforeEach(async () => {
  outside = await startFake()
})
afterEach(() => outside.close())

const stripe = () => stripeClient({ secretKey: SECRET_KEY, apiUrl: outside.url })

/**
 * Rejects creations at a path, and repeats that rejection for their key even after the cause is fixed, as Stripe does.
 */
function rejectsAt(path: string, message: string, status = 400) {
  const said = new Map<string, string>()
  const rejecting = { isOn: true }
  const answer: Answer = (response, seen) => {
    const key = String(seen.headers["idempotency-key"])
    const original = said.get(key)
    if (seen.path !== path || (!rejecting.isOn && !original))
      return forwardTo(payoutAccounts.sandbox.base)(response, seen)
    const request = original ?? `req_${said.size + 1}`
    said.set(key, request)
    const error = {
      type: "invalid_request_error",
      message,
      ...(status === 404 ? { code: "resource_missing" } : {}),
    }
    const headers = { "original-request": request, "idempotent-replayed": String(original !== undefined) }
    json({ error }, status, headers)(response, seen)
  }
  outside.answers(answer)
  return rejecting
}

async function joining() {
  const { ctx, market } = await payoutAccounts.aSeller()
  const ports = { ...ctx.ports, connectedAccounts: stripeAccounts(stripe()) }
  const input = {
    ...(await tokensFor(payoutAccounts.sandbox)),
    productDescription: "Vegetables",
    schedule: "weekly" as const,
    agree: true as const,
  }
  return { market, connect: () => connectAccount({ ...ctx, ports }, input) }
}

const NOT_THEIRS = {
  code: "provider_down",
  message: expect.stringMatching(/problem on our side/),
}

describe("what Stripe refuses to our own account", () => {
  it.each([
    ["has no platform profile", NO_PROFILE, 400],
    ["is not signed up for Connect", NO_CONNECT, 400],
    ["has a restricted key", RESTRICTED, 403],
  ])(
    "is not the seller's, and works at once when it is repaired: it %s",
    {
      tags: ["OPS-21"],
    },
    async (_, message, status) => {
      const { market, connect } = await joining()
      const rejecting = rejectsAt("/v1/accounts", message, status)
      await expect(connect()).rejects.toMatchObject(NOT_THEIRS)
      await expect(connect()).rejects.toMatchObject(NOT_THEIRS)
      rejecting.isOn = false
      await connect()
      expect((await payoutAccounts.marketRow(market.id)).stripeAccountId).toMatch(/^acct_/)
    },
  )

  it("is not the customer's", { tags: ["OPS-21"] }, async () => {
    const market = await aMarket(payoutAccounts.database.db)
    const product = await aProduct(payoutAccounts.database.db, market)
    const { actor } = await aCustomer(payoutAccounts.database.db)
    const rejecting = rejectsAt("/v1/payment_intents", NOT_LIVE)
    const ctx = ctxFor(payoutAccounts.database, actor, {
      ...payoutAccounts.parts(),
      ports: portsTo({ base: outside.url }),
    })
    const { checkoutId } = await goToCheckout(ctx, [{ productId: product.id }])
    await expect(beginPayment(ctx, BILLING)).rejects.toMatchObject(NOT_THEIRS)
    rejecting.isOn = false
    expect(await beginPayment(ctx, BILLING)).toMatchObject({ checkoutId, state: "unpaid" })
  })

  it("is still the person's own where a token is none", { tags: ["OPS-21"] }, async () => {
    const { connect } = await joining()
    rejectsAt("/v1/accounts", BAD_TOKEN, 404)
    await expect(connect()).rejects.toMatchObject({ code: "invalid", message: `Stripe says: ${BAD_TOKEN}` })
  })
})

describe("who corrects their name or email after an answer of Stripe was lost", () => {
  const person = { userId: "0199c0de-0000-7000-8000-0000000000aa", name: "Sam Seller" }

  it("gets a customer all the same, and the same one for the same words", {
    tags: ["STRIPE-7"],
  }, async () => {
    outside.answers(forwardTo(payoutAccounts.sandbox.base))
    const { customerFor } = stripeSubscriptions(stripe())
    const first = await customerFor({ ...person, email: "sma@example.test" })
    expect(await customerFor({ ...person, email: "sma@example.test" })).toBe(first)
    expect(await customerFor({ ...person, email: "sam@example.test" })).toMatch(/^cus_/)
  })

  it("gets an account all the same, and the same one for the same words", {
    tags: ["STRIPE-7"],
  }, async () => {
    outside.answers(forwardTo(payoutAccounts.sandbox.base))
    const { open } = stripeAccounts(stripe())
    const holder = { userId: person.userId, role: "seller" as const }
    const { id } = await open({ ...holder, email: "sma@example.test" })
    expect((await open({ ...holder, email: "sma@example.test" })).id).toBe(id)
    expect((await open({ ...holder, email: "sam@example.test" })).id).toMatch(/^acct_/)
  })
})
