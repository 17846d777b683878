import type Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Sandbox, startSandbox } from "./start-sandbox.ts"

const MONTH = 31 * 86_400
let sandbox: Sandbox
let stripe: Stripe
let price: Stripe.Price
beforeAll(async () => {
  sandbox = await startSandbox({ config: { invoiceRetrySeconds: 86_400, invoiceAttempts: 3 } })
  stripe = sandbox.stripe
  price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
    product_data: { name: "Seller subscription" },
  })
})
afterAll(() => sandbox.kill())

async function subscribe(card: string, extra: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: "seller@pushcart.test" })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method.id,
    ...extra,
  })
  return { customer, subscription }
}

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status
const typesOf = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type as string)

describe("a subscription", { tags: ["SANDBOX-7"] }, () => {
  it("waits for its first payment, which the browser confirms with the invoice's secret", async () => {
    const customer = await stripe.customers.create()
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      expand: ["latest_invoice.confirmation_secret"],
    })
    expect(subscription.status).toBe("incomplete")
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const secret = invoice.confirmation_secret?.client_secret ?? ""
    const intent = secret.split("_secret_")[0] ?? ""
    await stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" })
    const active = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ["latest_invoice.payments"],
    })
    expect(active.status).toBe("active")
    expect(active.default_payment_method).toMatch(/^pm_/)
    expect(active.latest_invoice).toMatchObject({
      status: "paid",
      amount_paid: 500,
      payments: { data: [{ payment: { payment_intent: intent } }] },
    })
    const item = active.items.data[0]!
    expect(item.current_period_end - item.current_period_start).toBeGreaterThan(27 * 86_400)
  })

  it("is renewed every month, and ends at once when it is cancelled", async () => {
    const { subscription, customer } = await subscribe("pm_card_visa")
    expect(subscription.status).toBe("active")
    await sandbox.control("advance", { seconds: 2 * MONTH })
    const invoices = await stripe.invoices.list({ customer: customer.id, status: "paid" })
    expect(invoices.data.map(({ billing_reason }) => billing_reason)).toEqual([
      "subscription_cycle",
      "subscription_cycle",
      "subscription_create",
    ])
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe("canceled")
    await sandbox.control("advance", { seconds: MONTH })
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(3)
    expect(await typesOf()).toContain("customer.subscription.deleted")
  })

  it("falls past due when a renewal is declined, and recovers with another card", async () => {
    const { subscription, customer } = await subscribe("pm_card_visa")
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
    await sandbox.control("advance", { to: subscription.items.data[0]!.current_period_end })
    expect(await statusOf(subscription.id)).toBe("past_due")
    expect(await typesOf()).toContain("invoice.payment_failed")
    const good = await stripe.paymentMethods.attach("pm_card_mastercard", { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good.id })
    const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id)
    expect((await stripe.invoices.pay(latest_invoice as string)).status).toBe("paid")
    expect(await statusOf(subscription.id)).toBe("active")
  })

  it("recovers by itself at a retry when the card works again, and is cancelled after the last retry", async () => {
    const recovering = await subscribe("pm_card_visa")
    const lost = await subscribe("pm_card_visa")
    for (const { subscription, customer } of [recovering, lost]) {
      const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
    }
    await sandbox.control("advance", { to: lost.subscription.items.data[0]!.current_period_end })
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer: recovering.customer.id })
    await stripe.subscriptions.update(recovering.subscription.id, { default_payment_method: good.id })
    await sandbox.control("advance", { seconds: 5 * 86_400 })
    expect(await statusOf(recovering.subscription.id)).toBe("active")
    expect(await statusOf(lost.subscription.id)).toBe("canceled")
  })

  it("is not made when its first payment must succeed and does not", async () => {
    const rejected = subscribe("pm_card_chargeCustomerFail", { payment_behavior: "error_if_incomplete" })
    await expect(rejected).rejects.toMatchObject({ statusCode: 402, code: "card_declined" })
  })
})
