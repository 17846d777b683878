import Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PUBLISHABLE_KEY, type Sandbox, startSandbox } from "./start-sandbox.ts"

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.kill())

const rejected = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(Stripe.errors.StripeError)
  return error as InstanceType<typeof Stripe.errors.StripeError>
}

const pay = (payment_method: string, amount = 2_000, extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount, currency: "usd", confirm: true, payment_method, ...extra })

describe("a card payment", { tags: ["SANDBOX-1"] }, () => {
  it("is charged, booked less the fee of 2.9% + 30 cents, and available at once", async () => {
    const before = await stripe.balance.retrieve()
    const intent = await pay("pm_card_visa", 10_000, {
      transfer_group: "order_1",
      metadata: { order: "1" },
      expand: ["latest_charge.balance_transaction"],
    })
    const charge = intent.latest_charge as Stripe.Charge
    const booked = charge.balance_transaction as Stripe.BalanceTransaction
    expect(intent).toMatchObject({ status: "succeeded", amount_received: 10_000, livemode: false })
    expect(charge).toMatchObject({ paid: true, transfer_group: "order_1", metadata: { order: "1" } })
    expect(booked).toMatchObject({ amount: 10_000, fee: 320, net: 9_680, status: "available" })
    const after = await stripe.balance.retrieve()
    expect(after.available[0]!.amount - before.available[0]!.amount).toBe(9_680)
  })

  it("with a saved card is for its customer only, until it is detached or expires", {
    tags: ["SANDBOX-1"],
  }, async () => {
    const [owner, other] = [await stripe.customers.create({}), await stripe.customers.create({})]
    const { id } = await stripe.paymentMethods.attach("pm_card_visa", { customer: owner.id })
    expect((await pay(id, 2_000, { customer: owner.id })).status).toBe("succeeded")
    for (const extra of [{ customer: other.id }, {}])
      expect((await rejected(pay(id, 2_000, extra))).param).toBe("payment_method")
    await stripe.paymentMethods.update(id, { card: { exp_month: 1, exp_year: 2020 } })
    expect((await rejected(pay(id, 2_000, { customer: owner.id }))).code).toBe("expired_card")
    await stripe.paymentMethods.detach(id)
    await rejected(stripe.paymentMethods.detach(id))
    expect((await rejected(pay(id))).message).toContain("It may not be used again.")
    const left = await stripe.paymentMethods.attach("pm_card_visa", { customer: other.id })
    await stripe.customers.del(other.id)
    expect((await stripe.paymentMethods.retrieve(left.id)).customer).toBeNull()
  })

  it.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"],
  ])("with %s is declined with %s and can be paid with another card", async (method, code, decline_code) => {
    const intent = await stripe.paymentIntents.create({ amount: 2_000, currency: "usd" })
    const error = await rejected(stripe.paymentIntents.confirm(intent.id, { payment_method: method }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code, payment_intent: { id: intent.id } })
    const failed = await stripe.paymentIntents.retrieve(intent.id)
    expect(failed).toMatchObject({ status: "requires_payment_method", last_payment_error: { code } })
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" })
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null })
    const charges = await stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data.map((charge) => charge.status)).toEqual(["succeeded", "failed"])
  })

  it("under 50 cents is rejected", async () => {
    expect(await rejected(pay("pm_card_visa", 49))).toMatchObject({
      statusCode: 400,
      code: "amount_too_small",
    })
  })

  it("is not taken twice", async () => {
    const intent = await pay("pm_card_visa")
    const again = await rejected(stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }))
    expect(again.code).toBe("payment_intent_unexpected_state")
    expect((await rejected(stripe.paymentIntents.cancel(intent.id))).code).toBe(
      "payment_intent_unexpected_state",
    )
  })

  it("can be cancelled before it is made, and not confirmed after that", async () => {
    const intent = await stripe.paymentIntents.create({ amount: 700, currency: "usd" })
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: "abandoned" })
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" })
    const error = await rejected(stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }))
    expect(error.code).toBe("payment_intent_unexpected_state")
  })
})

describe("3-D Secure", { tags: ["SANDBOX-1"] }, () => {
  const browser = (path: string, body: Record<string, string>) =>
    fetch(`${sandbox.base}/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
      body: new URLSearchParams(body),
    }).then((response) => response.json() as Promise<Record<string, unknown>>)

  it.each([
    ["4000002500003155", "pass", "succeeded"],
    ["4000002500003155", "fail", "requires_payment_method"],
    ["4000008400001629", "pass", "requires_payment_method"],
  ])("with card %s and answer %s ends as %s", async (number, outcome, status) => {
    const intent = await stripe.paymentIntents.create({ amount: 2_000, currency: "usd" })
    const client_secret = intent.client_secret ?? ""
    const waiting = await browser(`/payment_intents/${intent.id}/confirm`, {
      client_secret,
      use_stripe_sdk: "true",
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "34",
      "payment_method_data[card][cvc]": "123",
    })
    expect(waiting).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } })
    await browser(`/payment_intents/${intent.id}/authenticate`, { client_secret, outcome })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
  })

  it("does not show an intent to a browser without its client secret, nor let it make one", async () => {
    const intent = await stripe.paymentIntents.create({ amount: 2_000, currency: "usd" })
    const headers = { authorization: `Bearer ${PUBLISHABLE_KEY}` }
    const shown = await fetch(`${sandbox.base}/v1/payment_intents/${intent.id}`, { headers })
    expect(shown.status).toBe(404)
    expect(await browser("/payment_intents", { amount: "100", currency: "usd" })).toMatchObject({
      error: { code: "secret_key_required" },
    })
  })
})

describe("a refund", { tags: ["SANDBOX-1"] }, () => {
  it("in parts gives back no more than was paid, and keeps the fee", async () => {
    const intent = await pay("pm_card_visa", 5_000)
    const before = await stripe.balance.retrieve()
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 2_000 })
    expect(part).toMatchObject({ status: "succeeded", amount: 2_000 })
    const tooMuch = await rejected(stripe.refunds.create({ payment_intent: intent.id, amount: 3_001 }))
    expect(tooMuch.message).toContain("greater than unrefunded amount")
    await stripe.refunds.create({ payment_intent: intent.id })
    const third = await rejected(stripe.refunds.create({ payment_intent: intent.id }))
    expect(third.code).toBe("charge_already_refunded")
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 5_000 })
    const after = await stripe.balance.retrieve()
    expect(after.available[0]!.amount - before.available[0]!.amount).toBe(-5_000)
  })

  it("is not made of a charge that did not succeed", async () => {
    const declined = await rejected(pay("pm_card_chargeDeclined", 5_000))
    const { charge } = declined.raw as { charge: string }
    const refund = await rejected(stripe.refunds.create({ charge }))
    expect(refund.code).toBe("charge_not_refundable")
  })

  it("is pending first with the card of pending refunds, and done later", async () => {
    const intent = await pay("pm_card_pendingRefund")
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
    expect(refund.status).toBe("pending")
    await sandbox.control("advance", { seconds: 60 })
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe("succeeded")
  })

  it("that fails is in the balance again, and the charge can be refunded once more", async () => {
    const intent = await pay("pm_card_refundFail")
    const before = await stripe.balance.retrieve()
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe("succeeded")
    await sandbox.control("advance", { seconds: 60 })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    })
    expect((await stripe.balance.retrieve()).available[0]!.amount).toBe(before.available[0]!.amount)
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 })
    await stripe.refunds.create({ payment_intent: intent.id })
  })

  it("of the dashboard is listed with the payment's others, newest first, and carries no metadata", async () => {
    const intent = await pay("pm_card_visa")
    const metadata = { refund_id: "ours" }
    await stripe.refunds.create({ payment_intent: intent.id, amount: 300, metadata })
    await sandbox.control("refund", { charge: intent.latest_charge, amount: 200 })
    const { data } = await stripe.refunds.list({ payment_intent: intent.id })
    expect(data.map((one) => [one.amount, one.metadata])).toEqual([
      [200, {}],
      [300, metadata],
    ])
  })
})

describe("a request", () => {
  it("repeated with its idempotency key is done once; with other parameters it is rejected", {
    tags: ["SANDBOX-2"],
  }, async () => {
    const options = { idempotencyKey: `order-${crypto.randomUUID()}` }
    const params = { amount: 1_500, currency: "usd", confirm: true, payment_method: "pm_card_visa" }
    const first = await stripe.paymentIntents.create(params, options)
    const second = await stripe.paymentIntents.create(params, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true")
    expect(second.lastResponse.requestId).toMatch(/^req_/)
    const other = await rejected(stripe.paymentIntents.create({ ...params, amount: 1_501 }, options))
    expect(other).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 })
  })

  it("that was declined answers the same decline again and charges no second time", {
    tags: ["SANDBOX-2"],
  }, async () => {
    const intent = await stripe.paymentIntents.create({ amount: 900, currency: "usd" })
    const options = { idempotencyKey: `confirm-${intent.id}` }
    const confirm = () =>
      stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }, options)
    expect((await rejected(confirm())).code).toBe("card_declined")
    expect((await rejected(confirm())).code).toBe("card_declined")
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  it("with an unknown, a missing or a malformed parameter is rejected by name", {
    tags: ["SANDBOX-2"],
  }, async () => {
    const send = (body: object) =>
      rejected(stripe.paymentIntents.create(body as Stripe.PaymentIntentCreateParams))
    expect(await send({ amount: 900, currency: "usd", colour: "red" })).toMatchObject({
      code: "parameter_unknown",
      param: "colour",
    })
    expect(await send({ currency: "usd" })).toMatchObject({ code: "parameter_missing", param: "amount" })
    expect(await send({ amount: "x", currency: "usd" })).toMatchObject({ code: "parameter_invalid_integer" })
    expect(await rejected(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    })
  })

  it("with a wrong or a live key is rejected", { tags: ["SANDBOX-2"] }, async () => {
    const with_ = (key: string) =>
      new Stripe(key, { host: "127.0.0.1", port: sandbox.port, protocol: "http" }).balance.retrieve()
    const error = await rejected(with_("sk_test_other"))
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect((await rejected(with_(["sk", "live", "x"].join("_")))).message).toContain("rejects live keys")
  })
})

describe("a list", { tags: ["SANDBOX-3"] }, () => {
  it("is paged by the SDK from newest to oldest and back", async () => {
    const customer = await stripe.customers.create({ email: "pages@pushcart.test" })
    const made: string[] = []
    for (let count = 0; count < 7; count += 1) {
      const intent = await stripe.paymentIntents.create({
        amount: 500 + count,
        currency: "usd",
        customer: customer.id,
      })
      made.unshift(intent.id)
    }
    const listed: string[] = []
    for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 3 })) {
      listed.push(intent.id)
    }
    expect(listed).toEqual(made)
    const back = await stripe.paymentIntents.list({ customer: customer.id, limit: 2, ending_before: made[3] })
    expect(back).toMatchObject({ has_more: true, data: [{ id: made[1] }, { id: made[2] }] })
  })

  it("of events can be swept by type and time", async () => {
    const intent = await pay("pm_card_visa")
    const since = { gte: intent.created - 1 }
    const events = await stripe.events.list({ type: "payment_intent.succeeded", created: since, limit: 100 })
    const event = events.data.find(({ data }) => (data.object as Stripe.PaymentIntent).id === intent.id)
    expect(event).toMatchObject({ api_version: "2026-10-28.endive", livemode: false })
    expect((await stripe.events.retrieve(event!.id)).id).toBe(event!.id)
    const families = await stripe.events.list({ type: "charge.*", limit: 100 })
    expect(new Set(families.data.map(({ type }) => type.split(".")[0]))).toEqual(new Set(["charge"]))
  })
})

describe("saved cards", { tags: ["SANDBOX-4"] }, () => {
  it("are attached, listed, charged and detached; a card that fails on saving is not attached", async () => {
    const customer = await stripe.customers.create({ email: "cards@pushcart.test" })
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id })
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)
    expect(await pay(method.id, 900, { customer: customer.id })).toMatchObject({ status: "succeeded" })
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    const declined = stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: customer.id })
    expect((await rejected(declined)).code).toBe("card_declined")
    const later = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id })
    expect((await rejected(pay(later.id, 900, { customer: customer.id }))).code).toBe("card_declined")
  })

  it("come from setup intents and from card tokens, and a real card number is rejected", async () => {
    const customer = await stripe.customers.create()
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      confirm: true,
      payment_method: "pm_card_mastercard",
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    })
    expect(setup.status).toBe("succeeded")
    const card = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" }
    const token = await stripe.tokens.create({ card })
    const method = await stripe.paymentMethods.create({ type: "card", card: { token: token.id } })
    expect(method.card).toMatchObject({ brand: "visa", last4: "4242" })
    const used = stripe.paymentMethods.create({ type: "card", card: { token: token.id } })
    expect((await rejected(used)).code).toBe("token_already_used")
    const real = stripe.tokens.create({ card: { ...card, number: "4111111111111111" } })
    expect((await rejected(real)).message).toContain("test cards only")
    const typo = stripe.tokens.create({ card: { ...card, number: "4242424242424241" } })
    expect((await rejected(typo)).code).toBe("incorrect_number")
  })
})
