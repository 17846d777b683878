import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { orders } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useServer } from "#tests/support/server.ts"
import {
  AUTH_SECRET,
  fillBilling,
  payWith,
  proceed,
  shopperWith,
  thanks,
  twoMarkets,
} from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()

const ordersOf = (userId: string) =>
  server.database.db.select().from(orders).where(eq(orders.customerId, userId)).orderBy(orders.number)

describe("from the cart to the order", () => {
  it("for delivery from two markets, with JavaScript", async () => {
    const { melon, shoes } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [
      { productId: melon.id, quantity: 2 },
      { productId: shoes.id, size: "8.5" },
    ])
    await page.goto("/shopping-cart")
    await expect(page.getByRole("heading", { name: "Shopping List" })).toBeVisible()
    await expect(page.getByText("Total: $")).toBeVisible()
    await expect(page.getByText("All sales are final")).toBeVisible()
    await expect(page.getByText("Size 8.5")).toBeVisible()
    await page.screenshot({ path: "tests/.artifacts/cart-1280.png", fullPage: true })
    await proceed(page, "Delivery")
    await page.screenshot({ path: "tests/.artifacts/pay-1280.png", fullPage: true })
    // $24.68 + $120.00, 4% on the shoes and on their delivery, twice $3.99
    await expect(page.getByText("$157.62")).toBeVisible()
    await expect(page.getByLabel("Email")).toHaveValue(customer.email)
    await expect(page.getByLabel("Email")).not.toBeEditable()
    await payWith(page)
    await thanks(page)
    await page.screenshot({ path: "tests/.artifacts/thanks-1280.png" })
    const made = await ordersOf(customer.userId)
    expect(made.map((order) => [order.fulfilment, order.totalCents])).toEqual([
      ["delivery", 2468 + 399],
      ["delivery", 12_000 + 399 + 480 + 16],
    ])
    await page.getByRole("link", { name: "View my orders" }).click()
    await expect(page.getByText(made[0]!.confirmation)).toBeVisible()
    await page.goto("/shopping-cart")
    await expect(page.getByText("There are no items on your shopping cart")).toBeVisible()
    await expect(page.getByRole("link", { name: "Shop", exact: true })).toHaveAttribute("href", "/home")
  })

  it("for pickup, on a phone, and Continue signs out", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id }], {
      viewport: "phone",
    })
    await page.goto("/shopping-cart")
    await page.screenshot({ path: "tests/.artifacts/cart-375.png", fullPage: true })
    await proceed(page, "Pick up")
    await expect(page.getByText("Please turn your phone in landscape mode")).toBeVisible()
    await expect(page.getByText("Delivery", { exact: true })).toHaveCount(0)
    await page.getByLabel("Card number").waitFor()
    await page.screenshot({ path: "tests/.artifacts/pay-375.png", fullPage: true })
    await payWith(page)
    await thanks(page)
    await page.getByRole("link", { name: "View my order" }).click()
    await page.waitForURL("**/order?OrderID=*")
    await page.goBack()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.waitForURL("**/login")
    await page.goto("/shopping-cart")
    await page.waitForURL("**/Welcome")
    expect(await ordersOf(customer.userId)).toHaveLength(1)
  })

  it("without JavaScript, by the card provider's own page", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id }], {
      javaScript: false,
    })
    await page.goto("/shopping-cart")
    await page.getByLabel("Quantity").selectOption("3")
    await page.getByRole("button", { name: "Update" }).click()
    await expect(page.locator(".till-total")).toContainText("37.02")
    await proceed(page, "Delivery")
    await page.screenshot({ path: "tests/.artifacts/pay-no-js.png", fullPage: true })
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay Now" }).click()
    await expect(page.getByRole("heading", { name: "Pay $41.01" })).toBeVisible()
    await page.getByLabel("Card number").fill("4000000000000002")
    await page.getByLabel("Expiry").fill("12 / 34")
    await page.getByLabel("CVC").fill("123")
    await page.getByRole("button", { name: /^Pay/ }).click()
    await expect(page.getByRole("alert")).toContainText("declined")
    await page.getByLabel("Card number").fill("4242424242424242")
    await page.getByLabel("Expiry").fill("12 / 34")
    await page.getByLabel("CVC").fill("123")
    await page.getByRole("button", { name: /^Pay/ }).click()
    await thanks(page)
    expect(await ordersOf(customer.userId)).toMatchObject([{ totalCents: 4101, fulfilment: "delivery" }])
  })

  it("charges once however often Pay Now is pressed", async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [{ productId: melon.id }])
    await proceed(page, "Pick up")
    await fillBilling(page)
    await page.getByLabel("Card number").fill("4242424242424242")
    await page.getByLabel("Expiry").fill("12 / 34")
    await page.getByLabel("CVC").fill("123")
    await page.getByRole("button", { name: "Pay Now" }).dblclick()
    await thanks(page)
    expect(await ordersOf(customer.userId)).toHaveLength(1)
  })
})
