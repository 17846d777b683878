import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { checkouts, orders, variants } from "#db/schema/index.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillCard, payWith, proceed, shopperWith, thanks, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const db = () => server.database.db

async function aMelonShopper(quantity = 1) {
  const { melon } = await twoMarkets(db())
  return { ...(await shopperWith(server, browser, [{ productId: melon.id, quantity }])), melon }
}

const ordersOf = (userId: string) => db().select().from(orders).where(eq(orders.customerId, userId))
const told = (page: Page, text: string) => expect(page.locator(".notice", { hasText: text })).toBeVisible()
const payNow = (page: Page) => page.getByRole("button", { name: "Pay Now" }).click()

it("says why a card or an address is rejected, charges nothing, and lets another card pay", {
  tags: ["PAY-3", "PAY-5", "PAY-6", "PAY-7"],
}, async () => {
  const { page, customer } = await aMelonShopper()
  await proceed(page, "Pick up")
  await page.getByLabel("Card number").waitFor()
  await page.getByLabel("First Name").fill("")
  await page.getByLabel("Zip", { exact: true }).fill("12")
  await payNow(page)
  for (const label of ["First Name", "Address", "City", "State", "Zip"])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByRole("alert").first()).toBeFocused()

  await page.getByLabel("First Name").fill("Rosa")
  await payWith(page, "4000000000000002")
  await told(page, "Your card was declined. Nothing was charged.")
  // The error message about the card disappears when the next error is in the billing address.
  await page.getByLabel("Zip", { exact: true }).fill("12")
  await payNow(page)
  await expect(page.getByRole("alert").first()).toBeFocused()
  await expect(page.getByText("Your card was declined.")).toHaveCount(0)

  await page.getByLabel("Zip", { exact: true }).fill("10001")
  await fillCard(page, "4000000000009995")
  await payNow(page)
  await told(page, "This card has insufficient funds. Nothing was charged.")

  await fillCard(page, "4000002760003184")
  await payNow(page)
  const bank = (await page.getByRole("dialog").boundingBox())!
  const { width, height } = VIEWPORTS.desktop
  expect(Math.abs(bank.x + bank.width / 2 - width / 2)).toBeLessThan(20)
  expect(Math.abs(bank.y + bank.height / 2 - height / 2)).toBeLessThan(20)
  await page.getByRole("button", { name: "Fail authentication" }).click()
  await told(page, "Your bank couldn't confirm that it was you (3-D Secure). Nothing was charged.")
  expect(await ordersOf(customer.userId)).toHaveLength(0)
  await fillCard(page, "4000002760003184")
  await payNow(page)
  await page.getByRole("button", { name: "Complete authentication" }).click()
  await thanks(page)
  expect(await ordersOf(customer.userId)).toHaveLength(1)
})

it("the hold runs out while the payment form is open: the cart is one press away", {
  tags: ["PAY-8"],
}, async () => {
  const { page, customer, melon } = await aMelonShopper()
  await proceed(page, "Pick up")
  await page.getByLabel("Card number").waitFor()
  // Does what the sweep does when the hold has expired.
  await db().update(checkouts).set({ status: "released" }).where(eq(checkouts.customerId, customer.userId))
  await db().update(variants).set({ stock: 0 }).where(eq(variants.productId, melon.id))
  await payWith(page)
  await told(page, "Your reservation expired. Nothing was charged.")
  await page.getByRole("link", { name: "Go to Shopping Cart" }).click()
  await told(page, "Sugar melon is sold out. Remove it from the cart to continue.")
})

it("a changed quantity in the cart sends itself; a rejected one goes back, with the documented toast", {
  tags: ["CART-6", "CART-7"],
}, async () => {
  const { page, melon } = await aMelonShopper(2)
  await page.goto("/shopping-cart")
  await db().update(variants).set({ stock: 7 }).where(eq(variants.productId, melon.id))
  await page.getByLabel("Quantity").selectOption("8")
  await expect(page.locator(".toast", { hasText: "There is no more inventory" })).toBeVisible()
  await expect(page.getByLabel("Quantity")).toHaveValue("2")
  await page.getByLabel("Quantity").selectOption("7")
  await expect(page.locator(".checkout-total")).toContainText("86.38")
  await page.getByRole("link", { name: "Clear Cart" }).click()
  await page.getByRole("button", { name: "Clear Cart" }).click()
  await expect(page.getByText("There are no items on your shopping cart")).toBeVisible()
})
