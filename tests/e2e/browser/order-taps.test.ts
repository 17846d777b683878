import type { Locator, Page } from "playwright"
import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { accountFields, confirmationLink } from "#tests/support/sign-up.ts"
import { thanks, twoMarkets } from "./checkout-steps.ts"

/**
 * How much a customer does to order on a phone: taps, and fields to type in. At e013ddf1, a first order from nothing
 * took 15 typed fields and 18 other taps at one market, 21 at two; the same order again took 3, and 6 and 9. The steps
 * are printed.
 */
const BEFORE = { first: { 1: 18, 2: 21 }, again: { 1: 6, 2: 9 } } as const

const server = useSharedServer()
const browser = useBrowser()

describe("ordering on a phone of 375 px", { tags: ["PAY-120"] }, () => {
  for (const markets of [1, 2] as const)
    it(`takes few taps at ${markets} market${markets > 1 ? "s" : ""}, and nothing typed the second time`, async () => {
      const place = await aPlace(server)
      const { melon, store } = await twoMarkets(server.database.db, place)
      const corn = await aProduct(server.database.db, store, { name: "Sweet corn" })
      const { city, state, zip } = place
      const page = await browser.visit(server.url, { viewport: "phone" })
      const wanted = [
        { market: "Chelsea Stall", product: melon.name },
        { market: "Shoe Corner", product: corn.name },
      ].slice(0, markets)

      const first = counting(page)
      await register(page, first)
      await page.waitForURL(({ pathname }) => pathname !== "/login")
      await page.goto("/home")
      await first.type("Zip", zip)
      await first.tap("Find markets", page.getByRole("button", { name: "Find markets" }))
      await page.getByRole("heading", { name: `near ${zip}` }).waitFor()
      await fill(page, first, wanted)
      await first.choose("Delivery", page.getByLabel("Delivery or Pick up"), "Delivery")
      await first.tap("Proceed", page.getByRole("button", { name: "Proceed Checkout" }))
      await page.waitForURL("**/ship-to")
      await expect(page.getByLabel("City", { exact: true })).toHaveValue(city)
      await expect(page.getByLabel("State")).toHaveValue(state)
      await first.type("Address", "1 Main St")
      await first.type("Phone", "2125550134")
      await first.tap("Submit", page.getByRole("button", { name: "Submit" }))
      await page.waitForURL("**/pay")
      await first.type("Card number", "4242424242424242")
      await first.type("Expiry", "12 / 34")
      await first.type("CVC", "123")
      await first.tap("Save this card", page.getByLabel("Save this card for next time"))
      await first.tap("Pay Now", page.getByRole("button", { name: /^Pay Now/ }))
      await thanks(page)
      first.print(`first order, ${markets} market(s)`)
      expect(first.taps()).toBeLessThan(BEFORE.first[markets])
      expect(first.typed()).toBeLessThan(15)

      const again = counting(page)
      await page.goto("/home")
      await page.getByRole("heading", { name: `near ${zip}` }).waitFor()
      await fill(page, again, wanted)
      await again.tap("Proceed", page.getByRole("button", { name: "Proceed Checkout" }))
      await page.waitForURL("**/ship-to")
      await again.tap("Submit", page.getByRole("button", { name: "Submit" }))
      await page.waitForURL("**/pay")
      await again.tap("Pay Now", page.getByRole("button", { name: /^Pay Now/ }))
      await thanks(page)
      again.print(`the same order again, ${markets} market(s)`)
      expect(again.typed()).toBe(0)
      expect(again.taps()).toBeLessThanOrEqual(BEFORE.again[markets])
    })
})

async function register(page: Page, count: Counting) {
  const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.test`
  await page.goto("/login?tab=register")
  for (const [label, value] of Object.entries(accountFields(email))) await count.type(label, value)
  await count.tap("Agree", page.getByRole("checkbox"))
  await count.tap("Register", page.getByRole("button", { name: "Register" }))
  await page.waitForURL(({ searchParams }) => !searchParams.has("tab"))
  await page.goto(await confirmationLink(server, email))
  await count.tap("Log in (from the email)", page.getByRole("button", { name: "Log in" }))
  await page.waitForURL("**/login")
  await count.type("Email", email)
  await count.type("Password", PASSWORD)
  await count.tap("Login", page.getByRole("button", { name: "Login" }))
}

/** Adds one of each product at its market's page, where something bought before stands first, and opens the cart. */
async function fill(page: Page, count: Counting, wanted: { market: string; product: string }[]) {
  for (const [index, { market, product }] of wanted.entries()) {
    if (index > 0) {
      await page.goBack()
      count.back()
    }
    await count.tap(market, page.getByRole("link", { name: `Check the market out: ${market}` }))
    await page.waitForURL("**/market-info?market=*")
    await count.tap("Add", page.getByRole("button", { name: `Add to the cart: ${product}` }).first())
    await page
      .getByRole("button", { name: `Remove from the cart: ${product}` })
      .first()
      .waitFor()
  }
  await count.tap("Cart", page.getByRole("link", { name: /cart/i }).last())
  await page.waitForURL("**/shopping-cart")
}

type Counting = ReturnType<typeof counting>

/** Taps and types on the page, and counts both. */
function counting(page: Page) {
  const steps: { step: string; typed: boolean }[] = []
  return {
    async tap(step: string, target: Locator) {
      await target.click()
      steps.push({ step, typed: false })
    },
    async choose(step: string, target: Locator, label: string) {
      await target.selectOption({ label })
      steps.push({ step, typed: false })
    },
    back: () => void steps.push({ step: "Back", typed: false }),
    async type(label: string, value: string) {
      await page.getByLabel(label, { exact: true }).fill(value)
      steps.push({ step: `type ${label}`, typed: true })
    },
    taps: () => steps.filter(({ typed }) => !typed).length,
    typed: () => steps.filter(({ typed }) => typed).length,
    print(title: string) {
      const list = steps.map(({ step }, index) => `${index + 1} ${step}`).join(" · ")
      console.info(`${title}: ${this.typed()} typed fields, ${this.taps()} other taps: ${list}`)
    },
  }
}
