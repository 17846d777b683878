import type { Page } from "playwright"
import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { translatePage } from "#tests/support/translate-page.ts"
import { shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

/** Hydrates the page first: a browser translates after that. */
async function translated(page: Page) {
  await hydrated(page)
  await translatePage(page)
  await expect(page.locator("h1 font font").first()).toBeAttached()
}

const card = (page: Page) => page.locator(".cart-card")
const badge = (page: Page) => page.locator('[data-badge="cart"]').first()

/** Compares the page's texts with those of the same page after a reload. */
async function expectNothingStale(page: Page, selectors: readonly string[]) {
  const textsOf = () => Promise.all(selectors.map((one) => page.locator(one).allInnerTexts()))
  const shown = await textsOf()
  await page.reload()
  await hydrated(page)
  expect(shown).toEqual(await textsOf())
  await translated(page)
}

it("keeps a translated market page when things go into the cart and out again, with the numbers that are true", {
  tags: ["A11Y-11"],
}, async () => {
  const { stall, melon } = await twoMarkets(server.database.db)
  await aCalendar(server.database.db, stall)
  const { page } = await shopperWith(server, browser, [], { viewport: "desktop" })
  await page.goto(`/market-info?market=${stall.id}`)
  await translated(page)
  const tile = page.locator(`#product-${melon.id}`)
  const more = tile.getByRole("button", { name: /^Add to the cart/ })
  await more.click()
  await expect(card(page)).toContainText("1 item")
  await more.click()
  await expect(card(page)).toContainText("2 ×")
  await expect(card(page)).toContainText("2 items")
  await expect(tile.locator("output")).toHaveText("2 in your cart")
  await expect(badge(page)).toHaveText("2")
  await expectNothingStale(page, [".cart-card", ".stepper output"])
  await tile.getByRole("button", { name: /^One less/ }).click()
  await expect(card(page)).toContainText("1 item")
  await expect(card(page)).not.toContainText("×")
  await expectNothingStale(page, [".cart-card", ".stepper output"])
})

it("keeps a translated cart when quantities change and lines go and come back, with the same numbers everywhere", {
  tags: ["A11Y-11"],
}, async () => {
  const { stall, store, melon, shoes } = await twoMarkets(server.database.db)
  await aCalendar(server.database.db, stall)
  await aCalendar(server.database.db, store)
  const wanted = [{ productId: melon.id }, { productId: shoes.id, size: "8" }]
  const { page } = await shopperWith(server, browser, wanted, { viewport: "desktop" })
  await page.goto("/shopping-cart")
  await translated(page)
  const bar = page.locator(".proceed-bar")
  await page.locator(".cart-quantity select").first().selectOption("3")
  await expect(page.locator(".cart-side > .card").first()).toContainText("4 items")
  await expect(bar).toContainText("4 items")
  await expectNothingStale(page, [".cart-side", ".cart-market h2"])
  await page
    .getByRole("button", { name: /^Remove from the cart/ })
    .last()
    .click()
  await expect(page.getByRole("status").filter({ hasText: "removed from your cart" })).toBeVisible()
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.locator(".cart-line")).toHaveCount(2)
  await expect(bar).toContainText("4 items")
  await expectNothingStale(page, [".cart-side", ".cart-market h2"])
})

it("keeps the translated pages of a product, of home and of a customer's orders", {
  tags: ["A11Y-11"],
}, async () => {
  const { db } = server.database
  const { stall, melon } = await twoMarkets(db)
  const { page, customer } = await shopperWith(server, browser, [], { viewport: "phone" })
  await anOrder(db, { customer, market: stall, product: melon })
  for (const path of ["/home?zip=10001", "/customer-orders", "/customer-dashboard"]) {
    await page.goto(path)
    await translated(page)
  }
  await page.goto(`/view-product?product=${melon.id}`)
  await translated(page)
  const sum = page.locator(".line-total")
  await page.getByRole("button", { name: /one more/i }).click()
  await expect(sum).toContainText("2 ×")
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL("**/market-info?market=*")
  await expect(badge(page)).toHaveText("2")
})
