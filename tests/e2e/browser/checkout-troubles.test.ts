import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { cents } from "#core/money.ts"
import { checkouts, markets, orders, variants } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useServer } from "#tests/support/server.ts"
import {
  AUTH_SECRET,
  fillCard,
  fillShipTo,
  payWith,
  proceed,
  shopperWith,
  thanks,
  twoMarkets,
} from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()
const db = () => server.database.db

async function atTheTill(quantity = 1, options: PageOptions = {}) {
  const { melon, stall } = await twoMarkets(db())
  const shopper = await shopperWith(server, browser, [{ productId: melon.id, quantity }], options)
  await proceed(shopper.page, "Pick up")
  return { ...shopper, melon, stall }
}

async function inTheCart(options: PageOptions = {}, quantity = 1) {
  const { melon, stall } = await twoMarkets(db())
  const shopper = await shopperWith(server, browser, [{ productId: melon.id, quantity }], options)
  await shopper.page.goto("/shopping-cart")
  return { ...shopper, melon, stall }
}

const ordersOf = (userId: string) => db().select().from(orders).where(eq(orders.customerId, userId))
const told = (page: Page, text: string | RegExp) =>
  expect(page.locator(".notice", { hasText: text })).toBeVisible()

describe("a card that is refused", () => {
  it.each([
    ["4000000000000002", "Your card was declined. Nothing was charged."],
    ["4000000000009995", "There is not enough money on this card. Nothing was charged."],
  ])("%s says why, charges nothing, and lets another card pay", async (number, text) => {
    const { page, customer } = await atTheTill()
    await payWith(page, number)
    await told(page, text)
    expect(await ordersOf(customer.userId)).toHaveLength(0)
    await fillCard(page)
    await page.getByRole("button", { name: "Pay Now" }).click()
    await thanks(page)
    expect(await ordersOf(customer.userId)).toHaveLength(1)
  })

  it("is not spoken of any more when the billing address is at fault next", async () => {
    const { page } = await atTheTill()
    await payWith(page, "4000000000000002")
    await told(page, "Your card was declined.")
    await page.getByLabel("Zip", { exact: true }).fill("12")
    await page.getByRole("button", { name: "Pay Now" }).click()
    await expect(page.getByRole("alert").first()).toBeFocused()
    await expect(page.getByText("Your card was declined.")).toHaveCount(0)
  })

  it("by its bank in 3-D Secure says so, and passes when the bank agrees", async () => {
    const { page, customer } = await atTheTill()
    await payWith(page, "4000002760003184")
    await page.getByRole("button", { name: "Fail authentication" }).click()
    await told(page, "Your bank could not confirm that it was you (3-D Secure). Nothing was charged.")
    await fillCard(page, "4000002760003184")
    await page.getByRole("button", { name: "Pay Now" }).click()
    await page.getByRole("button", { name: "Complete authentication" }).click()
    await thanks(page)
    expect(await ordersOf(customer.userId)).toHaveLength(1)
  })
})

describe("what happens while the payment form is open", () => {
  it("the hold runs out: nothing is charged, and the cart is one press away", async () => {
    const { page, customer, melon } = await atTheTill()
    await page.getByLabel("Card number").waitFor()
    // What the sweep does when the time is over.
    await db().update(checkouts).set({ status: "released" }).where(eq(checkouts.customerId, customer.userId))
    await db().update(variants).set({ stock: 0 }).where(eq(variants.productId, melon.id))
    await payWith(page)
    await told(page, "The time for which we kept your things is over. Nothing was charged.")
    await page.getByRole("link", { name: "Go to Shopping Cart" }).click()
    await told(page, "Sugar melon is sold out. Remove it from the cart to go on.")
    await page.goto("/pay")
    await told(page, "a product may be out of stock")
    await page.getByRole("link", { name: "Go to Shopping Cart" }).click()
    await page.waitForURL("**/shopping-cart")
  })

  it("the market stops selling: it is named, and nothing is charged", async () => {
    const { page, customer, stall } = await atTheTill()
    await page.getByLabel("Card number").waitFor()
    await db().update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, stall.id))
    await payWith(page)
    await told(page, "Chelsea Stall has just stopped selling. Nothing was charged.")
    expect(await ordersOf(customer.userId)).toHaveLength(0)
    await page.getByRole("link", { name: "Go to Shopping Cart" }).click()
    await told(page, "Chelsea Stall is not selling at the moment. Remove Sugar melon from the cart to go on.")
  })

  it("a wrong billing address stays on the page, with each fault beside its field", async () => {
    const { page } = await atTheTill()
    await page.getByLabel("Card number").waitFor()
    await page.getByLabel("First Name").fill("")
    await page.getByLabel("Zip", { exact: true }).fill("12")
    await page.getByRole("button", { name: "Pay Now" }).click()
    for (const label of ["First Name", "Address", "City", "State", "Zip"])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true")
    await expect(page.getByRole("alert").first()).toBeFocused()
  })
})

for (const javaScript of [true, false])
  describe(`the cart ${javaScript ? "with" : "without"} JavaScript`, () => {
    it("tells a changed price, and charges it only after it was seen", async () => {
      const { page, melon } = await inTheCart({ javaScript })
      await db()
        .update(variants)
        .set({ priceCents: cents(1500) })
        .where(eq(variants.productId, melon.id))
      await page.getByLabel("Delivery or Pick up").selectOption("pickup")
      await page.getByRole("button", { name: "Proceed Checkout" }).click()
      await expect(page.getByRole("alert").first()).toContainText("Something in your cart changed")
      await told(page, "The price of Sugar melon changed from $12.34 to $15.00")
      await page.getByLabel("Delivery or Pick up").selectOption("pickup")
      await page.getByRole("button", { name: "Proceed Checkout" }).click()
      await page.waitForURL("**/pay")
      await expect(page.getByText("$15.00").first()).toBeVisible()
    })

    it("refuses a quantity above the stock with the documented toast, and keeps the old one", async () => {
      const { page } = await inTheCart({ javaScript }, 2)
      await page.getByLabel("Quantity").selectOption("9")
      if (!javaScript) await page.getByRole("button", { name: "Update" }).click()
      await expect(page.locator(".toast", { hasText: "There is no more inventory" })).toBeVisible()
      await expect(page.getByLabel("Quantity")).toHaveValue("2")
      await page.getByLabel("Quantity").selectOption("8")
      if (!javaScript) await page.getByRole("button", { name: "Update" }).click()
      await expect(page.locator(".till-total")).toContainText("98.72")
    })

    it("wants a delivery choice, removes a line, and clears", async () => {
      const { page } = await inTheCart({ javaScript })
      await page.getByRole("button", { name: "Proceed Checkout" }).click()
      await expect(page.getByLabel("Delivery or Pick up")).toHaveAttribute("aria-invalid", "true")
      await page.getByRole("button", { name: "Remove from the cart" }).click()
      await expect(page.getByText("There are no items on your shopping cart")).toBeVisible()
      const again = await inTheCart({ javaScript })
      await again.page.getByRole("button", { name: "Clear Cart" }).click()
      await expect(again.page.getByText("There are no items on your shopping cart")).toBeVisible()
    })

    it("names a market that is too far to deliver, and picks up instead", async () => {
      const { page } = await inTheCart({ javaScript })
      await db()
        .update(markets)
        .set({ lat: 39.2881, lng: -76.5378, name: "Baltimore Stall" })
        .where(eq(markets.name, "Chelsea Stall"))
      await page.getByLabel("Delivery or Pick up").selectOption("delivery")
      await page.getByRole("button", { name: "Proceed Checkout" }).click()
      await expect(page.getByRole("heading", { name: "Ship To" })).toBeVisible()
      await fillShipTo(page)
      await told(page, /^Baltimore Stall is 1\d\d(\.\d)? miles away and delivers up to 25 miles/)
      await page.getByRole("button", { name: "Pick up instead" }).click()
      await page.waitForURL("**/pay")
    })

    it("marks what is missing on Ship To, in order, and remembers the address", async () => {
      const { page, customer } = await inTheCart({ javaScript, viewport: "phone" })
      await page.getByLabel("Delivery or Pick up").selectOption("delivery")
      await page.getByRole("button", { name: "Proceed Checkout" }).click()
      await page.waitForURL("**/ship-to")
      await expect(page.getByText("Please turn your phone in landscape mode")).toBeVisible()
      await expect(page.locator("form.stack label, form .field > label")).toHaveText([
        "First Name",
        "Last Name",
        "Address",
        "State",
        "Address 1 (optional)",
        "City",
        "Zip",
        "Email",
        "Phone",
      ])
      await expect(page.getByLabel("State").locator("option").first()).toHaveText("What state?")
      await expect(page.getByLabel("State").locator("option")).toHaveCount(51)
      await expect(page.getByLabel("Email")).toHaveValue(customer.email)
      await page.getByRole("button", { name: "Submit" }).click()
      await expect(page.locator(".summary").getByRole("link")).toHaveText([
        "Enter the street address.",
        "Choose a state.",
        "Enter the city.",
        /zip/,
        "Enter your phone number.",
      ])
      for (const label of ["Address", "City", "State", "Zip", "Phone"])
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true")
      await fillShipTo(page)
      await page.waitForURL("**/pay")
      await page.goto("/ship-to")
      await expect(page.getByLabel("Address", { exact: true })).toHaveValue("1 Main St")
      await expect(page.getByLabel("Phone")).toHaveValue("212-555-0134")
    })
  })

it("sends a customer who comes to /pay with nothing held back to the cart", async () => {
  const { page } = await inTheCart()
  await page.goto("/pay")
  await told(page, "Nothing was charged")
  await expect(page.getByRole("link", { name: "Go to Shopping Cart" })).toBeVisible()
})
