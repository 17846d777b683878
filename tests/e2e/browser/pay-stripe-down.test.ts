import type { Page } from "playwright"
import { beforeEach, describe, it } from "vitest"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { STRIPE_DOWN, useGatedStripe } from "#tests/support/gated-stripe.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { fillBilling, fillCard, payWith, proceed, shopperWith, thanks, twoMarkets } from "./checkout-steps.ts"

const MISSING = "The card form didn't load. Our card provider may be down"
const UNHEARD = "we don't know yet whether the payment went through. You won't be charged twice."
const SCRIPT = "**/dev/stripe/v3/stripe.js"
const CONFIRM = "**/v1/payment_intents/*/confirm"

const browser = useBrowser()
const stripe = useGatedStripe()
const { gate, ordersOf, takenFrom } = stripe
// These tests are about pages and scripts that fail to load.
beforeEach(() => browser.expectProblem(/^(50\d|429) for|script from|dev\/stripe/))

async function aMelonShopper(options: PageOptions = {}) {
  const { melon } = await twoMarkets(stripe.server.database.db)
  return shopperWith(stripe.server, browser, [{ productId: melon.id, quantity: 2 }], options)
}

async function atCheckout() {
  const shopper = await aMelonShopper()
  await proceed(shopper.page, "Pick up")
  return shopper
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

/** The circuit breaker for Stripe may stay open for a few more seconds, so this presses again, as a customer would. */
const payAgain = (page: Page) =>
  expect(async () => {
    await page.getByRole("button", { name: /^Pay Now/ }).click({ timeout: 5_000 })
    await page.waitForURL("**/thanks-for-shopping**", { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })

describe("the card form is there, and then Stripe is down", () => {
  it("says so, charges nothing, and pays once afterwards", { tags: ["STRIPE-3"] }, async () => {
    const { page, customer } = await atCheckout()
    await page.getByLabel("Card number").waitFor()
    gate.mood = "garbage"
    await payWith(page)
    await told(page, STRIPE_DOWN)
    await nothingHappened(page, customer.userId)
    gate.mood = "well"
    await payAgain(page)
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("does not report a payment as failed if only its response was lost, and leads to its result", {
    tags: ["STRIPE-4"],
  }, async () => {
    const { page, customer } = await atCheckout()
    // The first payment never reaches Stripe: nothing is charged.
    await page.route(CONFIRM, (route) => route.abort())
    await payWith(page)
    await told(page, UNHEARD)
    await expect(page.getByText("Nothing was charged")).toHaveCount(0)
    await page.getByRole("link", { name: "Check whether it went through" }).click()
    await expect(page.locator(".toast", { hasText: "Nothing was charged" })).toBeVisible()
    await nothingHappened(page, customer.userId)
    // The second payment reaches Stripe, and only the response is lost.
    await page.unroute(CONFIRM)
    await page.route(CONFIRM, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await payWith(page)
    await told(page, UNHEARD)
    await page.getByRole("link", { name: "Check whether it went through" }).click()
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("goes down between the charge and the return: the order appears by itself, and cannot be paid twice", {
    tags: ["STRIPE-3"],
  }, async () => {
    const { page, customer } = await atCheckout()
    await page.route("**/pay/return**", (route) => {
      gate.mood = "500"
      return route.continue()
    })
    await payWith(page)
    await page.waitForURL("**/customer-orders")
    await expect(page.locator(".toast", { hasText: "You won't be charged twice" })).toBeVisible()
    gate.mood = "well"
    await paidOnce(customer.userId)
    // The open page shows it without a reload.
    await expect(page.getByRole("link", { name: /View Order/ })).toHaveCount(1)
  })
})

describe("the card form's script does not load", { tags: ["STRIPE-5"] }, () => {
  it("because its host does not respond: says so after ten seconds, and Stripe's own page takes the card", async () => {
    const { page, customer } = await aMelonShopper()
    await page.clock.install()
    await page.route(SCRIPT, () => {})
    await proceed(page, "Pick up")
    // If it is pressed before hydration, Pay Now goes straight to the provider's own page.
    await hydrated(page)
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay Now" }).click()
    await told(page, "The card form is still loading. Nothing was charged.")
    await page.clock.fastForward(10_000)
    await told(page, MISSING)
    await page.getByRole("button", { name: "Pay on our card provider's page" }).click()
    await expect(page.getByRole("heading", { name: "Pay $24.68" })).toBeVisible()
    await fillCard(page)
    await page.getByRole("button", { name: /^Pay/ }).click()
    await thanks(page)
    await paidOnce(customer.userId)
  })

  it("because everything of Stripe's is down: its own page cannot be had either, and both come back", async () => {
    const { page, customer } = await aMelonShopper({ viewport: "phone" })
    gate.mood = "500"
    await proceed(page, "Pick up")
    await told(page, MISSING)
    await expect(page.getByRole("button", { name: "Pay Now" })).toHaveCount(0)
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay on our card provider's page" }).click()
    await expect(page.getByRole("alert").filter({ hasText: STRIPE_DOWN })).toBeVisible()
    await told(page, MISSING)
    await expect(page.getByLabel("City")).toHaveValue("New York")
    await nothingHappened(page, customer.userId)
    gate.mood = "well"
    await page.getByRole("button", { name: "Try again" }).click()
    await fillCard(page)
    await expect(page.getByLabel("City")).toHaveValue("New York")
    await payAgain(page)
    await paidOnce(customer.userId)
  })
})
