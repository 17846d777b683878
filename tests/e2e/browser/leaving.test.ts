import { readFileSync } from "node:fs"
import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { afterAll, beforeAll, it } from "vitest"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import { cents } from "#core/money.ts"
import { deliveries, ledgerEntries, markets, orders, payouts, transfers } from "#db/schema/index.ts"
import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "#tests/contract/stripe-sandbox/start-sandbox.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"

const browser = useBrowser()
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

/** A seller whose plan and account are real ones at the sandbox, and who has sold a melon that is not handed over. */
async function aSellerInBusiness() {
  const { stripe } = sandbox
  const { id: customerId } = await stripe.customers.create({ email: "plan@example.test" })
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customerId })
  const price = await stripe.prices.create({
    ...{ currency: "usd", unit_amount: 500, recurring: { interval: "month" as const } },
    product_data: { name: "Plan" },
  })
  const plan = await stripe.subscriptions.create({
    ...{ customer: customerId, items: [{ price: price.id }], default_payment_method: card.id },
  })
  const account = await stripe.accounts.create({ country: "US" })
  const market = await aMarket(db(), { name: "Leaving Stall" })
  await db()
    .update(markets)
    .set({ stripeCustomerId: customerId, stripeSubscriptionId: plan.id, stripeAccountId: account.id })
    .where(eq(markets.id, market.id))
  const product = await aProduct(db(), market, { name: "Last melon" })
  const customer = await aCustomer(db())
  const order = await anOrder(db(), { customer, market, product })
  return { market, product, customer, order, planId: plan.id, accountId: account.id }
}

/** What the order earned went to the seller's bank long ago. */
async function paidOut(userId: string, order: { id: string; itemsCents: number }) {
  const seller = { party: "seller" as const, userId }
  const amountCents = cents(order.itemsCents - 44)
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
      ...{ ...seller, payoutId: payout!.id, kind: "payout" as const },
      ...{ amountCents: cents(-amountCents), reference: `payout:${payout!.id}` },
    })
}

async function exported(page: Page): Promise<Record<string, never>> {
  await page.goto("/account")
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD)
  const button = page.getByRole("button", { name: "Download my data" })
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
  return JSON.parse(readFileSync(await file.path(), "utf8"))
}

async function deleteHere(page: Page) {
  await page.goto("/account/delete")
  await page.getByLabel("Your password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Delete my account" }).click()
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible()
}

async function isRefused(page: Page, reasons: string[]) {
  await page.goto("/account/delete")
  for (const reason of reasons)
    await expect(page.locator("[data-open] li", { hasText: reason })).toBeVisible()
  await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0)
}

/** Nowhere signed in any more, and no way back in with what one knew. */
async function isGone(pages: Page[], role: "seller" | "deliverer", email: string) {
  for (const page of pages) {
    await page.goto(ROLE_PAGES[role].dashboard)
    await page.waitForURL("**/Welcome")
  }
  const [page] = pages
  await page!.goto(ROLE_PAGES[role].signIn)
  await page!.getByLabel("Email", { exact: true }).fill(email)
  await page!.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page!.getByRole("button", { name: "Login" }).click()
  await expect(page!.getByText("email and password don't match").first()).toBeVisible()
}

async function looksWell(page: Page, javaScript: boolean, name: string) {
  await page.screenshot({
    path: `tests/.artifacts/leaving-${name}-${javaScript ? "js" : "plain"}-375.png`,
    fullPage: true,
  })
  if (!javaScript) return
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)
}

it.each([true, false])(
  "a seller leaves with everything, and customers keep their receipts (JavaScript: %s)",
  async (javaScript) => {
    const { market, product, customer, order, planId, accountId } = await aSellerInBusiness()
    const page = await browser.visit(server.url, { javaScript, viewport: "phone" })
    const elsewhere = await browser.visit(server.url, { javaScript })
    await signIn(page, server, market.actor)
    await signIn(elsewhere, server, market.actor)
    const buyer = await browser.visit(server.url, { javaScript, viewport: "phone" })
    await signIn(buyer, server, customer.actor)
    await isRefused(page, ["1 order at your market is not finished yet.", "of your sales is still pending"])
    await looksWell(page, javaScript, "seller-refused")
    await db().update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
    await paidOut(market.sellerId, order)
    const email = (await exported(page)) as unknown as {
      account: { email: string }
      seller: { market: { name: string }; products: { name: string }[]; sales: { items: unknown }[] }
    }
    expect(email.seller).toMatchObject({
      market: { name: "Leaving Stall" },
      products: [{ name: "Last melon" }],
    })
    expect(email.seller.sales).toHaveLength(1)
    await page.goto("/account/delete")
    await expect(page.getByText("Your subscription. You are not charged again.")).toBeVisible()
    await looksWell(page, javaScript, "seller")
    await deleteHere(page)
    await waitForLetter(server, { to: email.account.email, subject: "Your Pushcart account is deleted" })
    await isGone([page, elsewhere], "seller", email.account.email)
    expect((await sandbox.stripe.subscriptions.retrieve(planId)).status).toBe("canceled")
    const account = () =>
      sandbox.stripe.accounts.retrieve(accountId).catch((error: { code: string }) => error.code)
    await expect.poll(account).toBe("account_invalid")
    for (const path of [`/market-info?market=${market.id}`, `/view-product?product=${product.id}`]) {
      const answer = await buyer.goto(path)
      expect(answer!.status()).toBe(404)
    }
    await buyer.goto("/home?zip=10001")
    await expect(buyer.getByText("Leaving Stall")).toHaveCount(0)
    await buyer.goto("/customer-orders")
    await expect(buyer.getByText(order.confirmation)).toBeVisible()
    await buyer.getByRole("link", { name: /View Order/ }).click()
    await expect(buyer.getByText("Last melon").first()).toBeVisible()
    await expect(buyer.getByText("Leaving Stall").first()).toBeVisible()
    await looksWell(buyer, javaScript, "buyer-of-seller")
  },
  120_000,
)

it.each([true, false])(
  "a deliverer leaves after the last delivery, and its customer still sees it (JavaScript: %s)",
  async (javaScript) => {
    const market = await aMarket(db(), { name: "Staying Stall" })
    const customer = await aCustomer(db())
    const order = await anOrder(db(), {
      customer,
      market,
      product: await aProduct(db(), market),
      fulfilment: "delivery",
    })
    const courier = await aDeliverer(db())
    await db().update(orders).set({ status: "taken" }).where(eq(orders.id, order.id))
    await db()
      .update(deliveries)
      .set({ delivererId: courier.userId, takenAt: new Date() })
      .where(eq(deliveries.orderId, order.id))
    const page = await browser.visit(server.url, { javaScript, viewport: "phone" })
    const elsewhere = await browser.visit(server.url, { javaScript })
    await signIn(page, server, courier.actor)
    await signIn(elsewhere, server, courier.actor)
    await isRefused(page, ["You have taken a delivery and not brought it yet."])
    await looksWell(page, javaScript, "deliverer-refused")
    await page.getByRole("link", { name: "Have a look" }).click()
    await page.waitForURL("**/deliveries")
    const now = new Date()
    await db().update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id))
    await db()
      .update(deliveries)
      .set({ pickedUpAt: now, deliveredAt: now })
      .where(eq(deliveries.orderId, order.id))
    const file = (await exported(page)) as unknown as { deliverer: { deliveries: unknown[] } }
    expect(JSON.stringify(file.deliverer)).toContain(String(order.number))
    await deleteHere(page)
    await waitForLetter(server, { to: courier.email, subject: "Your Pushcart account is deleted" })
    await isGone([page, elsewhere], "deliverer", courier.email)
    const buyer = await browser.visit(server.url, { javaScript, viewport: "phone" })
    await signIn(buyer, server, customer.actor)
    await buyer.goto(`/order?OrderID=${order.id}`)
    await expect(buyer.getByText("delivered", { exact: false }).first()).toBeVisible()
    await expect(buyer.getByText("Dora")).toHaveCount(0)
    await looksWell(buyer, javaScript, "buyer-of-deliverer")
  },
  90_000,
)

it.each([true, false])(
  "an admin's account is not deleted here, by page or by form (JavaScript: %s)",
  async (javaScript) => {
    const admin = await anAdmin(db())
    const page = await browser.visit(server.url, { javaScript, viewport: "phone" })
    await signIn(page, server, admin.actor)
    for (const path of ["/account", "/account/delete"]) {
      await page.goto(path)
      await page.waitForURL("**/admin-dashboard")
      await expect(page.locator(".toast")).toBeVisible()
    }
    const sent = await page.request.post("/account/delete", {
      form: { password: PASSWORD },
      headers: { origin: server.url },
      maxRedirects: 0,
    })
    expect(sent.headers().location).toBe("/Welcome")
    await page.goto("/admin-dashboard")
    await expect(page).toHaveURL(/admin-dashboard/)
  },
)
