import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { afterAll, beforeAll, beforeEach, describe, it } from "vitest"
import { checkouts, orders } from "#db/schema/index.ts"
import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "#tests/contract/stripe-sandbox/start-sandbox.ts"
import { httpGate } from "#tests/faults/world/gate.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { awake } from "#tests/support/hold-react.ts"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import {
  AUTH_SECRET,
  fillBilling,
  fillCard,
  payWith,
  proceed,
  shopperWith,
  thanks,
  twoMarkets,
} from "./checkout-steps.ts"

const DOWN =
  "The card payment service does not answer just now. Nothing was charged. Please try again in a minute."
const MISSING = "The card form did not come: our card provider may be down"
const UNHEARD = "we do not know yet whether the payment went through. You are never charged twice for this."
const SCRIPT = "**/dev/stripe/v3/stripe.js"

const browser = useBrowser()
/** Between the server and Stripe; the browser's own calls go through it, too. */
const gate = httpGate()
let server: TestServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startTestServer({
    env: {
      AUTH_SECRET,
      STRIPE_API_URL: gate.url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
  sandbox = await startSandbox({
    webhookUrl: `${server.url}/webhooks/stripe`,
    publicBase: `${server.url}/dev/stripe`,
  })
  gate.target = sandbox.base
}, 120_000)
beforeEach(() => {
  gate.mood = "well"
  delete gate.onPassed
  // Pages and scripts that are not there are what these tests are about.
  browser.expectProblem(/^(50\d|429) for|script from|dev\/stripe/)
})
afterAll(async () => {
  await server.stop()
  await sandbox.kill()
  await gate.stop()
})

async function atTheTill(options: PageOptions = {}) {
  const { melon } = await twoMarkets(server.database.db)
  const shopper = await shopperWith(server, browser, [{ productId: melon.id, quantity: 2 }], options)
  await proceed(shopper.page, "Pick up")
  return shopper
}

const ordersOf = (userId: string) =>
  server.database.db.select().from(orders).where(eq(orders.customerId, userId))

/** What Stripe has taken from the cards of this customer, payment by payment. */
async function takenFrom(userId: string): Promise<number[]> {
  const mine = await server.database.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.customerId, userId))
  const ids = mine.map(({ id }) => id)
  const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 })
  return data
    .filter((intent) => intent.amount_received > 0 && ids.includes(intent.metadata.checkout_id ?? ""))
    .map((intent) => intent.amount_received)
}

async function nothingHappened(page: Page, userId: string) {
  expect(await takenFrom(userId)).toEqual([])
  expect(await ordersOf(userId)).toHaveLength(0)
  const cart = await browser.again(page)
  await cart.goto("/shopping-cart")
  await expect(cart.getByText("Sugar melon")).toBeVisible()
  await expect(cart.getByLabel("Quantity")).toHaveValue("2")
  await cart.close()
}

async function paidOnce(userId: string) {
  await expect.poll(() => ordersOf(userId), { timeout: 60_000 }).toHaveLength(1)
  expect(await takenFrom(userId)).toEqual([2468])
}

const told = (page: Page, text: string) =>
  expect(page.locator(".notice", { hasText: text })).toBeVisible({ timeout: 45_000 })

/** The circuit around Stripe may be open for some seconds more; pressing again is what a customer does. */
const payAgain = (page: Page, button: string, until: () => Promise<void>) =>
  expect(async () => {
    await page.getByRole("button", { name: button, exact: true }).click({ timeout: 5_000 })
    await until()
  }).toPass({ timeout: 60_000 })

describe("the card form is there, and then Stripe is down", () => {
  it.each(["slow", "500", "garbage"] as const)(
    "%s: says so, charges nothing, and pays once afterwards",
    async (mood) => {
      const { page, customer } = await atTheTill()
      await page.getByLabel("Card number").waitFor()
      gate.mood = mood
      await payWith(page)
      await told(page, DOWN)
      await page.screenshot({ path: `tests/.artifacts/pay-down-${mood}.png`, fullPage: true })
      await nothingHappened(page, customer.userId)
      gate.mood = "well"
      await payAgain(page, "Pay Now", () => page.waitForURL("**/thanks-for-shopping**", { timeout: 5_000 }))
      await thanks(page)
      await paidOnce(customer.userId)
    },
    180_000,
  )

  it("does not call a payment unmade whose answer was lost, and leads to what became of it", async () => {
    const { page, customer } = await atTheTill()
    await page.route("**/v1/payment_intents/*/confirm", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await payWith(page)
    await told(page, UNHEARD)
    await expect(page.getByText("Nothing was charged")).toHaveCount(0)
    await page.getByRole("link", { name: "See whether it went through" }).click()
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("asks again for a payment that never reached Stripe: nothing was charged, and it is paid once", async () => {
    const { page, customer } = await atTheTill()
    await page.route("**/v1/payment_intents/*/confirm", (route) => route.abort())
    await payWith(page)
    await told(page, UNHEARD)
    await page.getByRole("link", { name: "See whether it went through" }).click()
    await expect(page.locator(".toast", { hasText: "Nothing was charged" })).toBeVisible()
    await nothingHappened(page, customer.userId)
    await page.unroute("**/v1/payment_intents/*/confirm")
    await payWith(page)
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("goes down between the charge and the way back: the order comes by itself, and cannot be paid twice", async () => {
    const { page, customer } = await atTheTill()
    await page.route("**/pay/return**", (route) => {
      gate.mood = "500"
      return route.continue()
    })
    await payWith(page)
    await page.waitForURL("**/customer-orders")
    await expect(page.locator(".toast", { hasText: "You are never charged twice" })).toBeVisible()
    await page.screenshot({ path: "tests/.artifacts/pay-blind.png", fullPage: true })
    gate.mood = "well"
    await paidOnce(customer.userId)
    // The open page hears of it without a reload.
    await expect(page.getByRole("link", { name: /View Order/ })).toHaveCount(1)
  }, 90_000)
})

describe("the card form's script does not come", () => {
  it("because it is blocked: says so, keeps what was typed, and pays when it is let through", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id, quantity: 2 }], {
      viewport: "phone",
    })
    await page.route(SCRIPT, (route) => route.abort())
    await proceed(page, "Pick up")
    await fillBilling(page)
    await told(page, MISSING)
    await page.screenshot({ path: "tests/.artifacts/pay-script-blocked-375.png", fullPage: true })
    await expect(page.getByRole("button", { name: "Pay Now" })).toHaveCount(0)
    await page.unroute(SCRIPT)
    await page.getByRole("button", { name: "Try again" }).click()
    await fillCard(page)
    await expect(page.getByLabel("City")).toHaveValue("New York")
    await page.getByRole("button", { name: "Pay Now" }).click()
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("because nobody answers: says so after ten seconds, and Stripe's own page takes the card", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id, quantity: 2 }])
    await page.route(SCRIPT, () => {})
    await proceed(page, "Pick up")
    // Pressed before React has the page, Pay Now leads to the provider's own page at once.
    await awake(page)
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay Now" }).click()
    await told(page, "The card form is still loading. Nothing was charged.")
    await told(page, MISSING)
    await page.getByRole("button", { name: "Pay on our card provider's page" }).click()
    await expect(page.getByRole("heading", { name: "Pay $24.68" })).toBeVisible()
    await fillCard(page)
    await page.getByRole("button", { name: /^Pay/ }).click()
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("because everything of Stripe's is down: its own page cannot be had either, and both come back", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id, quantity: 2 }])
    gate.mood = "500"
    await proceed(page, "Pick up")
    await told(page, MISSING)
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay on our card provider's page" }).click()
    await expect(page.getByRole("alert").filter({ hasText: DOWN })).toBeVisible()
    await told(page, MISSING)
    await page.screenshot({ path: "tests/.artifacts/pay-all-down.png", fullPage: true })
    await expect(page.getByLabel("City")).toHaveValue("New York")
    await nothingHappened(page, customer.userId)
    gate.mood = "well"
    await page.getByRole("button", { name: "Try again" }).click()
    await fillCard(page)
    await payAgain(page, "Pay Now", () => page.waitForURL("**/thanks-for-shopping**", { timeout: 5_000 }))
    await paidOnce(customer.userId)
  }, 90_000)
})

describe("without JavaScript", () => {
  it.each(["500", "garbage"] as const)(
    "%s: the form comes back filled in, and pays once afterwards",
    async (mood) => {
      const { page, customer } = await atTheTill({ javaScript: false, viewport: "phone" })
      await fillBilling(page)
      gate.mood = mood
      await page.getByRole("button", { name: "Pay Now" }).click()
      await expect(page.getByRole("alert").filter({ hasText: DOWN })).toBeVisible()
      await page.screenshot({ path: `tests/.artifacts/pay-no-js-down-${mood}-375.png`, fullPage: true })
      await expect(page.getByLabel("City")).toHaveValue("New York")
      await nothingHappened(page, customer.userId)
      gate.mood = "well"
      await payAgain(page, "Pay Now", () =>
        expect(page.getByRole("heading", { name: "Pay $24.68" })).toBeVisible({ timeout: 2_000 }),
      )
      await fillCard(page)
      // The card is charged on Stripe's page, and Stripe is gone when the browser comes back from there.
      gate.onPassed = (method, path) => {
        if (method === "POST" && path.startsWith("/c/pay/")) gate.mood = mood
      }
      await page.getByRole("button", { name: /^Pay/ }).click()
      await page.waitForURL("**/customer-orders")
      await expect(page.locator(".toast", { hasText: "You are never charged twice" })).toBeVisible()
      gate.mood = "well"
      await paidOnce(customer.userId)
      await page.reload()
      await expect(page.getByRole("link", { name: /View Order/ })).toHaveCount(1)
    },
    120_000,
  )
})
