import type Stripe from "stripe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Sandbox, startSandbox } from "./start-sandbox.ts"

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.kill())

const CARD = { email: "buyer@pushcart.test", expiry: "12 / 34", cvc: "123", zip: "10001" }
const SHOP = "http://shop.test"

const open = (extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 2, price_data: { currency: "usd", unit_amount: 450, product_data: { name: "Melon" } } },
      { quantity: 1, price_data: { currency: "usd", unit_amount: 399, product_data: { name: "Delivery" } } },
    ],
    payment_intent_data: { metadata: { checkout: "7" }, transfer_group: "checkout_7" },
    success_url: `${SHOP}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SHOP}/pay`,
    ...extra,
  })

/** Submits a form of the page as a browser without JavaScript does. It does not follow the redirect. */
const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })

const pay = (session: Stripe.Checkout.Session, number: string) =>
  submit(session.url ?? "", { ...CARD, number })

describe("the hosted checkout page", { tags: ["SANDBOX-8"] }, () => {
  it("shows what is bought, takes a test card, and sends the buyer back with the session's id", async () => {
    const session = await open()
    expect(session).toMatchObject({ amount_total: 1_299, payment_status: "unpaid", status: "open" })
    const text = await (await fetch(session.url ?? "")).text()
    expect(text).toContain("2 × Melon")
    expect(text).toContain("Pay $12.99")
    expect(text).toContain("no real money")
    expect(text).not.toContain("<script")
    const answer = await pay(session, "4242 4242 4242 4242")
    expect(answer.status).toBe(303)
    expect(answer.headers.get("location")).toBe(`${SHOP}/thanks?session=${session.id}`)
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent", "line_items"],
    })
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      customer_details: { email: CARD.email },
      payment_intent: { status: "succeeded", metadata: { checkout: "7" }, transfer_group: "checkout_7" },
    })
    expect(paid.line_items?.data).toHaveLength(2)
    const events = await stripe.events.list({ types: ["checkout.session.completed"] })
    expect((events.data[0]!.data.object as Stripe.Checkout.Session).id).toBe(session.id)
  })

  it("shows a decline, charges the next card once, and a second submit changes nothing", async () => {
    const session = await open()
    const declined = await pay(session, "4000000000009995")
    expect(declined.status).toBe(402)
    expect(await declined.text()).toContain("Your card has insufficient funds.")
    const answers = await Promise.all([pay(session, "4242424242424242"), pay(session, "4242424242424242")])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
    const charges = await stripe.charges.list({ payment_intent: payment_intent as string })
    expect(charges.data.map(({ status }) => status)).toEqual(["succeeded", "failed"])
  })

  it.each([
    ["pass", "complete"],
    ["fail", "open"],
  ])("asks the bank for a 3-D Secure card; answered %s the session is %s", async (outcome, status) => {
    const session = await open()
    const toBank = await pay(session, "4000002500003155")
    const bank = new URL(toBank.headers.get("location") ?? "")
    expect(await (await fetch(bank)).text()).toContain("Complete authentication")
    const { client_secret = "", return_url = "" } = Object.fromEntries(bank.searchParams)
    const answered = await submit(bank.href, { client_secret, return_url, outcome })
    const back = await fetch(answered.headers.get("location") ?? "", { redirect: "manual" })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe(status)
    if (outcome === "pass") expect(back.headers.get("location")).toContain(session.id)
    else expect(await back.text()).toContain("unable to authenticate")
  })

  it("cannot be paid any more once it is expired, by call or by time", async () => {
    const now = Math.floor(Date.now() / 1000)
    const tooShort = open({ expires_at: now + 60 })
    await expect(tooShort).rejects.toMatchObject({ param: "expires_at" })
    const byCall = await open()
    await stripe.checkout.sessions.expire(byCall.id)
    expect((await pay(byCall, "4242424242424242")).status).toBe(404 + 6)
    const byTime = await open({ expires_at: now + 1_800 })
    await sandbox.control("advance", { seconds: 1_801 })
    expect(await stripe.checkout.sessions.retrieve(byTime.id)).toMatchObject({ status: "expired", url: null })
    await expect(stripe.checkout.sessions.expire(byTime.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it("saves a card only if its customer ticks it, and shows and charges the saved ones", async () => {
    const { id: customer } = await stripe.customers.create({ email: "buyer@pushcart.test" })
    const saved_payment_method_options = { payment_method_save: "enabled" as const }
    await pay(await open({ customer, saved_payment_method_options }), "5555555555554444")
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
    const ticked = await open({ customer, saved_payment_method_options })
    await submit(ticked.url ?? "", { ...CARD, number: "4242424242424242", save: "on" })
    const [kept] = (await stripe.customers.listPaymentMethods(customer)).data
    expect(kept).toMatchObject({ allow_redisplay: "always", card: { last4: "4242" } })
    const next = await open({ customer })
    const page = await (await fetch(next.url ?? "")).text()
    expect(page).toContain("visa •••• 4242")
    expect(page).not.toContain("Save my card")
    expect((await submit(next.url ?? "", { email: CARD.email, saved: kept!.id })).status).toBe(303)
    const paid = await stripe.checkout.sessions.retrieve(next.id, { expand: ["payment_intent"] })
    expect(paid.payment_intent).toMatchObject({ status: "succeeded", payment_method: kept!.id })
    const stranger = await open()
    expect((await submit(stranger.url ?? "", { email: CARD.email, saved: kept!.id })).status).toBe(402)
    const noCustomer = open({ saved_payment_method_options })
    await expect(noCustomer).rejects.toMatchObject({ param: "saved_payment_method_options" })
  })

  it("saves a card in setup mode and starts a subscription in subscription mode", async () => {
    const customer = await stripe.customers.create({ email: "seller@pushcart.test" })
    const urls = { success_url: `${SHOP}/done`, cancel_url: `${SHOP}/back` }
    const setup = await stripe.checkout.sessions.create({
      mode: "setup",
      currency: "usd",
      customer: customer.id,
      ...urls,
    })
    expect((await pay(setup, "5555555555554444")).status).toBe(303)
    const saved = await stripe.checkout.sessions.retrieve(setup.id, { expand: ["setup_intent"] })
    expect(saved.setup_intent).toMatchObject({ status: "succeeded", customer: customer.id })
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1)

    const recurring = { interval: "month" as const }
    const price_data = {
      currency: "usd",
      unit_amount: 500,
      recurring,
      product_data: { name: "Seller subscription" },
    }
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: customer.id,
      line_items: [{ price_data, quantity: 1 }],
      subscription_data: { metadata: { seller: "3" } },
      ...urls,
    })
    expect((await pay(session, "4000000000000341")).status).toBe(402)
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(0)
    expect((await pay(session, "4242424242424242")).status).toBe(303)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] })
    expect(done.subscription).toMatchObject({ status: "active", metadata: { seller: "3" } })
  })
})
