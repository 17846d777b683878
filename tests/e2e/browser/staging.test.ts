import type { Page } from "playwright"
import { describe, it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { proceed, shopperWith, twoMarkets } from "./checkout-steps.ts"

const browser = useBrowser()
const server = useServer({ env: { MODE: "staging", PUBLIC_URL: "https://staging.pushcart.example" } })
const TEXT = "Staging site: no real orders or payments"
const SMALLEST = { context: { viewport: { width: 320, height: 640 } } }

const strip = (page: Page) => page.getByRole("complementary", { name: "Staging", exact: true })

/** The top and bottom of the first element on the screen that matches. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top: Math.round(top), bottom: Math.round(bottom) }
    })

async function aShopper(options = {}) {
  const { melon, stall } = await twoMarkets(server.database.db)
  const shopper = await shopperWith(server, browser, [{ productId: melon.id, quantity: 1 }], options)
  return { ...shopper, market: `/market-info?market=${stall.id}` }
}

describe("the strip of a staging site", () => {
  it.each([100, 200])(
    "covers nothing on the smallest phone and stays in sight, with text at %s percent",
    {
      tags: ["STAGE-6"],
    },
    async (percent) => {
      const { page, market } = await aShopper(SMALLEST)
      await page.goto(market)
      await hydrated(page)
      await page.evaluate(
        (size) => document.documentElement.style.setProperty("font-size", size),
        `${percent}%`,
      )
      expect(await strip(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
      expect((await edges(page, ".awning")).top).toBe((await edges(page, ".site-mark")).bottom)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3))
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150)
      expect((await edges(page, ".site-mark")).top).toBe(0)
      expect((await edges(page, ".market-find")).top).toBeGreaterThanOrEqual(
        (await edges(page, ".site-mark")).bottom,
      )
      expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    },
  )

  it("leaves the bar and its menus in reach, and is on paper too", { tags: ["STAGE-6"] }, async () => {
    const { page } = await aShopper()
    await page.goto("/customer-dashboard")
    await hydrated(page)
    await page.getByRole("button", { name: /^Notifications/ }).click()
    const menu = await edges(page, ".bell")
    expect(menu.top).toBeGreaterThanOrEqual((await edges(page, ".nav")).bottom - 8)
    await page.emulateMedia({ media: "print" })
    await expect(strip(page)).toBeVisible()
    expect(await strip(page).evaluate((one) => getComputedStyle(one).position)).toBe("static")
  })

  it("has a name, contrast by day and by night, and is on the card's page too", {
    tags: ["STAGE-4", "STAGE-6", "A11Y-1"],
  }, async () => {
    const { page } = await aShopper()
    await proceed(page, "Pick up")
    await expect(strip(page)).toHaveText(TEXT)
    await expect(page.getByText("This is a staging site: no real card is charged.")).toBeVisible()
    await expect(page.getByLabel("Card number")).toBeVisible()
    await expect(page).toHaveTitle("Staging: Payment — Pushcart")
    expect(await accessibilityFaults(page)).toEqual([])
    const nobody = await browser.visit(server.url, { viewport: "phone" })
    await nobody.goto("/home")
    expect(await accessibilityFaults(nobody)).toEqual([])
  })

  it("stays, with the title, while React changes pages, and when one of them is not there", {
    tags: ["STAGE-4"],
  }, async () => {
    const page = await browser.visit(server.url)
    await page.goto("/login")
    await hydrated(page)
    await expect(page).toHaveTitle(/^Staging: (?!Staging)/)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await page.waitForURL("**/forgotpassword**")
    await expect(page).toHaveTitle(/^Staging: (?!Staging)/)
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true)
    await expect(strip(page)).toHaveText(TEXT)
    // A page that React loads and then cannot render.
    browser.expectProblem(/^500 for|500/)
    await page.route("**/login.data**", (route) => route.fulfill({ status: 500, body: "broken" }))
    await page.getByRole("link", { name: "Back to the login" }).click()
    await expect(page.getByRole("heading", { name: "Something fell off the cart" })).toBeVisible()
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true)
    await expect(strip(page)).toHaveText(TEXT)
    await expect(page).toHaveTitle(/^Staging: (?!Staging)/)
  })

  it("stands above pages that have another style, and covers none of their text", {
    tags: ["STAGE-4", "STAGE-6"],
  }, async () => {
    const page = await browser.visit(server.url, SMALLEST)
    await signIn(page, server, (await anAdmin(server.database.db)).actor)
    for (const path of ["/dev/mailbox", "/api/v1/docs", "/stripe-sandbox/c/pay/none", "/nowhere"]) {
      await page.goto(path)
      await expect(strip(page)).toHaveText(TEXT)
      await expect(page).toHaveTitle(/^Staging: /)
      const bottom = (await edges(page, "aside[aria-label=Staging]")).bottom
      const heading = page.locator("h1, h2").first()
      await heading.waitFor()
      const { y = 0 } = (await heading.boundingBox()) ?? {}
      expect([path, y >= bottom]).toEqual([path, true])
    }
    await page.goto("/ops/queues")
    await expect(page.locator("header").getByText("Staging", { exact: true })).toBeVisible()
    await expect(page).toHaveTitle(/^Staging: /)
  })
})
