import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { cents } from "#core/money.ts"
import { deliveries, ledgerEntries, markets, orders, payouts, transfers } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

// Its own installation, at a sandbox whose subscriptions and accounts the test can read.
let server: TestServer
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ config: { webhooks: { paused: true } } })
  server = await startTestServer({
    env: {
      STRIPE_API_URL: sandbox.base,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await sandbox.kill()
})
const db = () => server.database.db

/** A seller with a subscription and an account at the sandbox, who has sold a melon that is not delivered yet. */
async function aSellerInBusiness() {
  const { stripe } = sandbox
  const { id: customerId } = await stripe.customers.create({ email: "subscription@example.test" })
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customerId })
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 500,
    recurring: { interval: "month" },
    product_data: { name: "Subscription" },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  })
  const account = await stripe.accounts.create({ country: "US" })
  const market = await aMarket(db(), { name: "Leaving Stall" })
  await db()
    .update(markets)
    .set({
      stripeCustomerId: customerId,
      stripeSubscriptionId: subscription.id,
      stripeAccountId: account.id,
    })
    .where(eq(markets.id, market.id))
  await givePassword(db(), market.sellerId)
  const product = await aProduct(db(), market, { name: "Last melon" })
  const customer = await aCustomer(db())
  const order = await anOrder(db(), { customer, market, product })
  return { market, product, customer, order, subscriptionId: subscription.id, accountId: account.id }
}

/** Marks the order's earnings as paid to the seller's bank long ago. */
async function paidOut(userId: string, order: Awaited<ReturnType<typeof anOrder>>) {
  const seller = { party: "seller" as const, userId }
  const amountCents = earnedBy(order)
  const past = new Date(Date.now() - 30 * 86_400_000)
  await db()
    .insert(transfers)
    .values({ ...seller, orderId: order.id, amountCents, status: "sent", dueAt: past, availableAt: past })
  const [payout] = await db()
    .insert(payouts)
    .values({ userId, role: "seller", amountCents, status: "paid", updatedAt: past })
    .returning()
  await db()
    .insert(ledgerEntries)
    .values({
      ...seller,
      payoutId: payout!.id,
      kind: "payout",
      amountCents: cents(-amountCents),
      reference: `payout:${payout!.id}`,
    })
}

async function exported<Data>(person: Visitor): Promise<Data> {
  const page = await person.open("/account")
  const file = await page.press("Download my data", { "Your password": PASSWORD })
  expect(file.headers.get("content-disposition")).toContain("attachment")
  return JSON.parse(file.html)
}

async function deleteAccount(person: Visitor) {
  const page = await person.open("/account/delete")
  const gone = await page.press("Delete my account", { "Your password": PASSWORD })
  expect(gone.get("heading", "Your account is deleted")).toBeTruthy()
}

/** The open business that the page lists if the account cannot be deleted yet. */
async function whatIsOpen(person: Visitor) {
  const page = await person.open("/account/delete")
  expect(page.all("button", "Delete my account")).toEqual([])
  return { page, reasons: [...page.document.querySelectorAll("[data-open] li")].map((li) => li.textContent) }
}

/** Expects every session to be ended, and no way to sign in with the old email and password. */
async function expectGone(browsers: Visitor[], role: "seller" | "deliverer", email: string) {
  for (const one of browsers)
    expect((await one.open(ROLE_PAGES[role].dashboard)).path).toMatch(/^\/Welcome\?/)
  const signIn = await browsers[0]!.open(ROLE_PAGES[role].signIn)
  const rejected = await signIn.press("Login", { Email: email, Password: PASSWORD })
  expect(rejected.text).toContain("email and password don't match")
}

it("a seller leaves with everything, and customers keep their receipts", { tags: ["PRIV-4"] }, async () => {
  const { market, product, customer, order, subscriptionId, accountId } = await aSellerInBusiness()
  const [sam, elsewhere] = [await visitor(server, market.actor), await visitor(server, market.actor)]
  const buyer = await visitor(server, customer.actor)
  const { reasons } = await whatIsOpen(sam)
  for (const reason of ["1 order at your market isn't finished yet.", "of your sales is still pending"])
    expect(reasons).toContainEqual(expect.stringContaining(reason))

  await db().update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
  await paidOut(market.sellerId, order)
  const data = await exported<{
    account: { email: string }
    seller: { market: { name: string }; products: { name: string }[]; sales: { items: unknown }[] }
  }>(sam)
  expect(data.seller).toMatchObject({ market: { name: "Leaving Stall" }, products: [{ name: "Last melon" }] })
  expect(data.seller.sales).toHaveLength(1)
  const page = await sam.open("/account/delete")
  expect(page.text).toContain("Your subscription. You won't be charged again.")
  await deleteAccount(sam)
  const { email } = data.account
  await waitForEmail(server, { to: email, subject: "Your Pushcart account was deleted" })
  await expectGone([sam, elsewhere], "seller", email)

  expect((await sandbox.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled")
  await vi.waitFor(
    async () => {
      const account = sandbox.stripe.accounts.retrieve(accountId)
      expect(await account.catch((error: { code: string }) => error.code)).toBe("account_invalid")
    },
    { timeout: 15_000 },
  )
  for (const path of [`/market-info?market=${market.id}`, `/view-product?product=${product.id}`])
    expect([path, (await buyer.open(path)).status]).toEqual([path, 404])
  expect((await buyer.open("/home?zip=10001")).text).not.toContain("Leaving Stall")
  const list = await buyer.open("/customer-orders")
  expect(list.text).toContain(order.confirmation)
  const receipt = await list.follow(/View Order/)
  expect(receipt.text).toContain("Last melon")
  expect(receipt.text).toContain("Leaving Stall")
})

it("a courier leaves after the last delivery, and its customer still sees it", {
  tags: ["PRIV-4"],
}, async () => {
  const market = await aMarket(db(), { name: "Staying Stall" })
  const customer = await aCustomer(db())
  const product = await aProduct(db(), market)
  const order = await anOrder(db(), { customer, market, product, fulfilment: "delivery" })
  const courier = await aCourier(db())
  await givePassword(db(), courier.userId)
  await db().update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
  await db()
    .update(deliveries)
    .set({ courierId: courier.userId, takenAt: new Date() })
    .where(eq(deliveries.orderId, order.id))
  const [dora, elsewhere] = [await visitor(server, courier.actor), await visitor(server, courier.actor)]
  const { page, reasons } = await whatIsOpen(dora)
  expect(reasons).toContainEqual(expect.stringContaining("You have a delivery in progress."))
  expect((await page.follow("Have a look")).path).toBe("/deliveries")

  const now = new Date()
  await db().update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id))
  await db()
    .update(deliveries)
    .set({ pickedUpAt: now, deliveredAt: now })
    .where(eq(deliveries.orderId, order.id))
  const data = await exported<{ deliverer: { deliveries: unknown[] } }>(dora)
  expect(JSON.stringify(data.deliverer)).toContain(String(order.number))
  await deleteAccount(dora)
  await waitForEmail(server, { to: courier.email, subject: "Your Pushcart account was deleted" })
  await expectGone([dora, elsewhere], "deliverer", courier.email)
  const buyer = await visitor(server, customer.actor)
  const seen = await buyer.open(`/order?OrderID=${order.id}`)
  expect(seen.text).toContain("Delivered. Enjoy it!")
  expect(seen.text).not.toContain("Dora")
})

it("an admin's account is not deleted here, by page or by form", { tags: ["PRIV-4"] }, async () => {
  const { actor } = await anAdmin(db())
  const ines = await visitor(server, actor)
  for (const path of ["/account/export", "/account/delete"]) {
    const page = await ines.open(path)
    expect(page.path).toBe("/admin-dashboard")
    expect(page.document.querySelector(".toast")).toBeTruthy()
  }
  const cookies = await sessionCookies(server, actor)
  const sent = await fetch(`${server.url}/account/delete`, {
    method: "POST",
    body: new URLSearchParams({ password: PASSWORD }),
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      origin: server.url,
    },
    redirect: "manual",
  })
  expect(sent.headers.get("location")).toMatch(/^\/Welcome/)
  expect((await ines.open("/admin-dashboard")).path).toBe("/admin-dashboard")
})
