import type { Page } from "playwright"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import type { Database } from "#db/client.ts"
import { createSessions } from "#server/auth/sessions.ts"
import type { PageOptions, TestBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { Site } from "#tests/support/server.ts"

export const AUTH_SECRET = "a-secret-of-thirty-two-characters-for-tests"

/** Two markets in Manhattan: melons at $12.34 and shoes of two sizes at $120.00. */
export async function twoMarkets(db: Database) {
  const stall = await aMarket(db, { name: "Chelsea Stall" })
  const store = await aMarket(db, { name: "Shoe Corner", lat: 40.7264, lng: -73.9787, zip: "10009" })
  const melon = await aProduct(db, stall, { name: "Sugar melon", priceCents: 1234, stock: 8 })
  const shoes = await aProduct(db, store, {
    name: "Walking shoes",
    category: "Shoes",
    section: "Sports Shoes",
    priceCents: 12_000,
    sizes: { "8": 5, "8.5": 5 },
  })
  return { stall, store, melon, shoes }
}

type Wanted = { productId: string; size?: string; quantity?: number }[]

/** A signed-in customer with things in the cart, in front of a page of theirs. */
export async function shopperWith(
  server: Pick<Site, "url" | "database">,
  browser: TestBrowser,
  wanted: Wanted,
  options: PageOptions = {},
) {
  const { db } = server.database
  const customer = await aCustomer(db)
  const ctx = ctxFor({ db }, customer.actor)
  for (const { productId, size = "", quantity = 1 } of wanted)
    await addToCart(ctx, { productId, size, quantity })
  const page = await browser.visit(server.url, options)
  const cookies = await createSessions({ db, secret: AUTH_SECRET }).open(
    new Request(server.url),
    customer.actor,
  )
  await page.context().addCookies(
    cookies.flatMap((cookie) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return value ? [{ name, value, url: server.url }] : []
    }),
  )
  return { page, customer, ctx }
}

/** Finds the market by zip and puts one of its products into the cart, as a customer does. */
export async function putIntoCart(page: Page, market: string, product: string, size?: string) {
  await page.goto("/home")
  await page.getByLabel("Zip").fill("10001")
  await page.getByRole("button", { name: "Find markets" }).click()
  await page.getByRole("link", { name: `Check the market out: ${market}` }).click()
  await page.getByRole("link", { name: `View Product: ${product}` }).click()
  if (size) await page.getByLabel("Size").selectOption(size)
  await page.getByRole("button", { name: "Add to the Cart" }).click()
  await page.waitForURL("**/market-info?market=*")
}

/** From the cart to /pay: for pickup at once, for delivery by way of /ship-to. */
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

export async function fillBilling(page: Page) {
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
