import Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Sandbox, SECRET_KEY, startSandbox } from "../start-sandbox.ts"
import { assertStripeAnswer, assertStripeRequest, recordStripe } from "./assert-stripe-types.ts"

let sandbox: Sandbox
let stripe: Stripe
const recorder = recordStripe()
beforeAll(async () => {
  sandbox = await startSandbox()
  const httpClient = Stripe.createFetchHttpClient(recorder.fetch)
  stripe = new Stripe(SECRET_KEY, { host: "127.0.0.1", port: sandbox.port, protocol: "http", httpClient })
})
afterAll(() => sandbox.kill())

const pay = (payment_method = "pm_card_visa") =>
  stripe.paymentIntents.create({
    amount: 5_000,
    currency: "usd",
    confirm: true,
    payment_method,
    transfer_group: "g",
    shipping: { name: "Ada", address: { line1: "1 Main St", city: "New York", state: "NY", country: "US" } },
    expand: ["latest_charge.balance_transaction"],
  })

async function shop() {
  const customer = await stripe.customers.create({ email: "a@pushcart.test", metadata: { id: "1" } })
  await stripe.setupIntents.create({ customer: customer.id, confirm: true, payment_method: "pm_card_visa" })
  await stripe.paymentMethods.list({ customer: customer.id })
  const intent = await pay()
  await stripe.paymentIntents.list({ limit: 3 })
  await stripe.charges.list({ payment_intent: intent.id })
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100, reason: "requested_by_customer" })
  const waiting = await stripe.paymentIntents.create({ amount: 900, currency: "usd" })
  await stripe.paymentIntents.cancel(waiting.id)
  const item = { currency: "usd", unit_amount: 700, product_data: { name: "Melon" } }
  const session = await stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: item }],
    success_url: "http://shop.test/thanks",
    expand: ["line_items"],
  })
  await stripe.checkout.sessions.expire(session.id)
  await stripe.balance.retrieve()
  await stripe.balanceTransactions.list({ limit: 5 })
  return customer
}

async function sell(customer: Stripe.Customer) {
  const individual = { first_name: "Maria", last_name: "Lopez", id_number: "000000000" }
  const token = await stripe.tokens.create({ account: { individual, tos_shown_and_accepted: true } })
  const account = await stripe.accounts.create({
    account_token: token.id,
    controller: { requirement_collection: "application", stripe_dashboard: { type: "none" } },
    capabilities: { transfers: { requested: true } },
  })
  await stripe.accounts.createExternalAccount(account.id, {
    external_account: (
      await stripe.tokens.create({
        bank_account: { country: "US", routing_number: "110000000", account_number: "000123456789" },
      })
    ).id,
  })
  await stripe.accounts.update(account.id, {
    business_type: "individual",
    business_profile: { product_description: "Fruit" },
    individual: {
      email: "m@pushcart.test",
      phone: "+12125550100",
      dob: { day: 1, month: 1, year: 1902 },
      address: { line1: "1 Main St", city: "New York", state: "NY", postal_code: "10001" },
    },
  })
  const charge = (await pay()).latest_charge as Stripe.Charge
  const transfer = await stripe.transfers.create({
    amount: 4_000,
    currency: "usd",
    destination: account.id,
    source_transaction: charge.id,
  })
  await stripe.transfers.createReversal(transfer.id, { amount: 500 })
  await stripe.payouts.create({ amount: 1_000, currency: "usd" }, { stripeAccount: account.id })
  await stripe.accounts.del((await stripe.accounts.create({ country: "US" })).id)
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id })
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
    product_data: { name: "Subscription" },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method.id,
    expand: ["latest_invoice.confirmation_secret"],
  })
  await stripe.invoices.list({ customer: customer.id })
  await stripe.subscriptions.cancel(subscription.id)
}

async function argue() {
  const charge = (await pay()).latest_charge as Stripe.Charge
  const dispute = (await sandbox.control("dispute", { charge: charge.id })) as unknown as Stripe.Dispute
  await stripe.disputes.retrieve(dispute.id)
  await stripe.disputes.update(dispute.id, {
    evidence: { uncategorized_text: "losing_evidence" },
    submit: true,
  })
  const country_options = { us: { state: "NY", type: "state_sales_tax" as const } }
  await stripe.tax.registrations.create({ country: "US", active_from: "now", country_options })
  await stripe.tax.calculations.create({
    currency: "usd",
    customer_details: { address: { country: "US", state: "NY" }, address_source: "shipping" },
    line_items: [{ amount: 1_000, reference: "a" }],
  })
  await stripe.balanceSettings.retrieve()
}

describe("requests and answers", { tags: ["SANDBOX-12"] }, () => {
  it("have the shapes of the SDK's own types, call by call", async () => {
    const customer = await shop()
    await sell(customer)
    await argue()
    expect(recorder.recorded.length).toBeGreaterThan(30)
    const faults: string[] = []
    for (const { method, path, body, answer } of recorder.recorded) {
      for (const check of [
        () => assertStripeRequest(method, path, body),
        () => assertStripeAnswer(method, path, answer),
      ]) {
        try {
          check()
        } catch (error) {
          faults.push((error as Error).message)
        }
      }
    }
    expect([...new Set(faults)].join("\n\n")).toBe("")
  }, 180_000)

  it.each([
    ["an unknown field", "amount=900&currency=usd&colour=red"],
    ["a missing field", "currency=usd"],
    ["a wrong type", "amount=nine&currency=usd"],
    ["a value that the enum lacks", "amount=900&currency=usd&capture_method=sometimes"],
  ])("with %s are caught", (_, body) => {
    expect(() => assertStripeRequest("POST", "/v1/payment_intents", body)).toThrow(
      "PaymentIntentCreateParams",
    )
  })

  it("that lack a field, or carry a status that does not exist, are caught", async () => {
    const intent = await stripe.paymentIntents.create({ amount: 900, currency: "usd" })
    const shown = JSON.parse(JSON.stringify(intent))
    const check = (answer: object) => assertStripeAnswer("POST", "/v1/payment_intents", answer)
    expect(() => check(shown)).not.toThrow()
    expect(() => check({ ...shown, status: "paid" })).toThrow("/status")
    expect(() => check({ ...shown, amount: undefined })).toThrow("amount")
  }, 180_000)
})
