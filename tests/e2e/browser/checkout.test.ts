import { eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { orders } from "#db/schema/index.ts"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useSharedServer } from "#tests/support/server.ts"
import {
  fillBilling,
  fillCard,
  fillShipTo,
  payWith,
  proceed,
  shopperWith,
  thanks,
  twoMarkets,
} from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

const ordersOf = (userId: string) =>
  server.database.db.select().from(orders).where(eq(orders.customerId, userId)).orderBy(orders.number)

const LANDSCAPE = "Please turn your phone in landscape mode"

describe("from the cart to the order", () => {
  it("for delivery from two markets, charged once however often Pay Now is pressed", {
    tags: ["CART-1", "CART-2", "CART-3", "CART-11", "SHIP-3", "PAY-1", "PAY-2", "PAY-4", "PAY-11"],
  }, async () => {
    const { melon, shoes } = await twoMarkets(server.database.db)
    const { page, customer } = await shopperWith(server, browser, [
      { productId: melon.id, quantity: 2 },
      { productId: shoes.id, size: "8.5" },
    ])
    await proceed(page, "Delivery")
    // $24.68 + $120.00, 4% on the shoes and on their delivery, twice $3.99
    await expect(page.getByRole("complementary").getByText("$157.62")).toBeVisible()
    await expect(page.getByLabel("Email")).toHaveValue(customer.email)
    await expect(page.getByLabel("Email")).not.toBeEditable()
    await fillBilling(page)
    await fillCard(page)
    await page.getByRole("button", { name: "Pay Now" }).dblclick()
    await thanks(page)
    const made = await ordersOf(customer.userId)
    expect(made.map((order) => [order.fulfilment, order.totalCents])).toEqual([
      ["delivery", 2468 + 399],
      ["delivery", 12_000 + 399 + 480 + 16],
    ])
    await page
      .getByRole("link", { name: /^View my order/ })
      .first()
      .click()
    await page.waitForURL("**/order?OrderID=*")
    await expect(page.getByText(made[0]!.confirmation).first()).toBeVisible()
  })

  it("for pickup, on a phone, and Continue signs out", {
    tags: ["CART-11", "PAY-2", "PAY-12"],
  }, async () => {
    const { melon } = await twoMarkets(server.database.db)
    const wanted = [{ productId: melon.id }]
    const { page, customer } = await shopperWith(server, browser, wanted, { viewport: "phone" })
    await proceed(page, "Pick up")
    await expect(page.getByText(LANDSCAPE)).toBeVisible()
    await expect(page.getByText("Delivery", { exact: true })).toHaveCount(0)
    await page.getByLabel("Card number").waitFor()
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    await payWith(page)
    await thanks(page)
    await page.getByRole("link", { name: "View my order" }).click()
    await page.waitForURL("**/order?OrderID=*")
    await page.goBack()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.waitForURL("**/login")
    await page.goto("/shopping-cart")
    await page.waitForURL("**/Welcome?next=*")
    expect(await ordersOf(customer.userId)).toHaveLength(1)
  })

  it("without JavaScript on a phone, by the card provider's own page", {
    tags: ["SHIP-4", "PAY-30"],
  }, async () => {
    const { melon } = await twoMarkets(server.database.db)
    const wanted = [{ productId: melon.id }]
    const options = { javaScript: false, viewport: "phone" } as const
    const { page, customer } = await shopperWith(server, browser, wanted, options)
    await page.goto("/shopping-cart")
    await page.getByLabel("Quantity").selectOption("3")
    await page.getByRole("button", { name: "Update" }).click()
    await expect(page.locator(".checkout-total")).toContainText("37.02")
    await page.getByLabel("Delivery or Pick up").selectOption("delivery")
    await page.getByRole("button", { name: "Proceed Checkout" }).click()
    await expect(page.getByText(LANDSCAPE)).toBeVisible()
    await fillShipTo(page)
    await page.waitForURL("**/pay")
    await fillBilling(page)
    await page.getByRole("button", { name: "Pay Now" }).click()
    await expect(page.getByRole("heading", { name: "Pay $41.01" })).toBeVisible()
    await fillCard(page, "4000000000000002")
    await page.getByRole("button", { name: /^Pay/ }).click()
    await expect(page.getByRole("alert")).toContainText("declined")
    await fillCard(page)
    await page.getByRole("button", { name: /^Pay/ }).click()
    await thanks(page)
    expect(await ordersOf(customer.userId)).toMatchObject([{ totalCents: 4101, fulfilment: "delivery" }])
  })
})
