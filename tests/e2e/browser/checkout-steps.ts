import type { Page } from "playwright"
import type { PageOptions, TestBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCustomerWith, type Wanted } from "#tests/support/factories/carts.ts"
import type { Site } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

export { twoMarkets } from "#tests/support/factories/carts.ts"

/** A signed-in customer with products in the cart, on one of their pages. */
export async function shopperWith(
  server: Pick<Site, "url" | "database">,
  browser: TestBrowser,
  wanted: Wanted,
  options: PageOptions = {},
) {
  const { customer, ctx } = await aCustomerWith(server.database.db, wanted)
  const page = await browser.visit(server.url, options)
  await signIn(page, server, customer.actor)
  return { page, customer, ctx }
}

/** Finds the market by ZIP and adds one of its products to the cart, as a customer does. */
export async function putIntoCart(page: Page, market: string, product: string, size?: string, zip = "10001") {
  await page.goto("/home")
  await page.getByLabel("Zip").fill(zip)
  await page.getByRole("button", { name: "Find markets" }).click()
  // The list of all markets may have others of this name.
  await page.getByRole("heading", { name: `near ${zip}` }).waitFor()
  await page.getByRole("link", { name: `Check the market out: ${market}` }).click()
  await page.getByRole("link", { name: `View Product: ${product}` }).click()
  await page.waitForURL("**/view-product?*")
  if (size) await page.getByRole("radio", { name: size, exact: true }).check()
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL("**/market-info?market=*")
}

/** From the cart to /pay: directly for pickup, through /ship-to for delivery. */
export async function proceed(
  page: Page,
  choice: "Delivery" | "Pick up",
  shipTo: Record<string, string> = {},
) {
  await page.goto("/shopping-cart")
  await page.getByLabel("Delivery or Pick up").selectOption({ label: choice })
  await page.getByRole("button", { name: "Proceed Checkout" }).click()
  if (choice === "Delivery") await fillShipTo(page, shipTo)
  await page.waitForURL("**/pay")
}

export async function fillShipTo(page: Page, changes: Record<string, string> = {}) {
  await page.waitForURL("**/ship-to")
  const { State = "NY", ...others } = changes
  const values = { Address: "1 Main St", City: "New York", Zip: "10001", Phone: "2125550134", ...others }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel("State").selectOption(State)
  await page.getByRole("button", { name: "Submit" }).click()
}

/** The billing form is collapsed while every required field is known. */
export async function openBilling(page: Page) {
  const billing = page.locator("details.billing")
  if ((await billing.getAttribute("open")) === null) await billing.locator("summary").click()
}

export async function fillBilling(page: Page) {
  await openBilling(page)
  const values = { Address: "1 Main St", City: "New York", Zip: "10001" }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel("State").selectOption("NY")
}

export async function fillCard(page: Page, number = "4242424242424242") {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry").fill("12 / 34")
  await page.getByLabel("CVC").fill("123")
}

export async function payWith(page: Page, number?: string) {
  await fillBilling(page)
  await fillCard(page, number)
  await page.getByRole("button", { name: "Pay Now" }).click()
}

export const thanks = (page: Page) =>
  expect(page.getByText("Thank you for shopping, you will be log out")).toBeVisible()
