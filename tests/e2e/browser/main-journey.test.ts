import type { Page } from "playwright"
import { beforeAll, describe, it } from "vitest"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"
import { fillBilling, fillCard, fillShipTo, putIntoCart, thanks, twoMarkets } from "./checkout-steps.ts"

/**
 * The main job, as a newcomer does it: sign up, confirm from the mailbox, sign in, search a zip, fill a cart from two
 * markets, pay, and see the order move without reloading.
 */
const server = useServer()
const browser = useBrowser()

const WAYS: { name: string; options: PageOptions; fulfilment: "Delivery" | "Pick up" }[] = [
  { name: "for delivery", options: {}, fulfilment: "Delivery" },
  { name: "for pickup", options: {}, fulfilment: "Pick up" },
  { name: "for delivery, without JavaScript", options: { javaScript: false }, fulfilment: "Delivery" },
  { name: "for pickup, on a phone", options: { viewport: "phone" }, fulfilment: "Pick up" },
]

let markets: Awaited<ReturnType<typeof twoMarkets>>

beforeAll(async () => {
  markets = await twoMarkets(server.database.db)
}, 60_000)

async function signUp(page: Page, email: string) {
  await page.goto("/login?tab=register")
  const values = {
    "First Name": "Ada",
    "Last Name": "Byron",
    Email: email,
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Register" }).click()
  await page.waitForURL("**/login")
  const letter = await waitForLetter(server, { to: email, subject: /confirm/i })
  await page.goto(letter.links.find((link) => link.includes("email-confirmed"))!)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL("**/login")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Login" }).click()
  await page.waitForURL("**/home")
}

async function checkOut(page: Page, fulfilment: "Delivery" | "Pick up", javaScript: boolean) {
  await page.locator("a[href='/shopping-cart']").first().click()
  await page.getByLabel("Delivery or Pick up").selectOption({ label: fulfilment })
  await page.getByRole("button", { name: "Proceed Checkout" }).click()
  if (fulfilment === "Delivery") await fillShipTo(page)
  await page.waitForURL("**/pay")
  await fillBilling(page)
  if (javaScript) await fillCard(page)
  await page.getByRole("button", { name: "Pay Now" }).click()
  if (!javaScript) {
    await fillCard(page)
    await page.getByRole("button", { name: /^Pay/ }).click()
  }
  await thanks(page)
}

for (const { name, options, fulfilment } of WAYS)
  describe(`a newcomer ${name}`, () => {
    it("goes from signing up to an order that moves before their eyes", async () => {
      const { stall, melon, shoes } = markets
      const javaScript = options.javaScript !== false
      const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.test`
      const page = await browser.visit(server.url, options)
      await signUp(page, email)
      await putIntoCart(page, "Chelsea Stall", melon.name)
      await putIntoCart(page, "Shoe Corner", shoes.name, "8.5")
      await checkOut(page, fulfilment, javaScript)
      await waitForLetter(server, { to: email, subject: /order/i })

      await page.goto("/customer-orders")
      await expect(page.getByRole("link", { name: /^View Order/ })).toHaveCount(2)
      await page.getByRole("listitem").filter({ hasText: "Chelsea Stall" }).getByRole("link").click()
      await expect(page.getByText(melon.name)).toBeVisible()
      await page.getByRole("link", { name: "Follow this order" }).click()
      await page.waitForURL("**/order?OrderID=*")
      const orderId = new URL(page.url()).searchParams.get("OrderID")!

      // Placing two orders has told twice already.
      const unseen = page.locator('[data-badge="unseen"]').first()
      await expect(unseen).toHaveText("2")
      const seller = await browser.visit(server.url)
      await signIn(seller, server, stall.actor)
      if (fulfilment === "Pick up") {
        await seller.goto(`/order-seller?OrderID=${orderId}`)
        await seller.getByLabel("Status").selectOption("ready to pick up")
        await seller.getByRole("button", { name: "Update" }).click()
      } else {
        await seller.goto(`/update-shipping?OrderDetails=${orderId}&title=1`)
        await expect(seller.getByText("Do you have somebody to deliver the order?")).toBeVisible()
        await seller.getByRole("button", { name: "Yes" }).click()
      }
      const now = fulfilment === "Pick up" ? "ready to pick up" : "pending"
      if (!javaScript) {
        await expect(async () => {
          await page.reload()
          await expect(unseen).toHaveText("3")
        }).toPass()
      }
      await expect(page.locator(".status-now")).toHaveText(now)
      await expect(unseen).toHaveText("3")
      await page.getByRole("button", { name: /Notifications/ }).click()
      await page.getByRole("button", { name: "See Order" }).first().click()
      await page.waitForURL(`**/order?OrderID=${orderId}`)
      await expect(unseen).toHaveText("2")
    }, 90_000)
  })
