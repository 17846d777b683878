import type { Page } from "playwright"
import { beforeEach, it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar, aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const SQUARE = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="2"/></svg>`
const PICTURES = ["plum-alone", "plum-crate", "plum-near"]
const touch = { viewport: "phone", context: { hasTouch: true, isMobile: true } } as const

beforeEach(() => browser.expectProblem(/^404 for image/))

/**
 * A phone that shows the page of a shirt in three sizes (S has three, M none, L plenty), or of plums with three photos.
 */
async function lookingAt(what: "shirt" | "plums", options: Parameters<typeof shopperWith>[3] = touch) {
  const { db } = server.database
  const market = await aMarket(db, { name: "Corner Grocer" })
  await aCalendar(db, market)
  const product =
    what === "shirt"
      ? await aProduct(db, market, {
          name: "Market tee",
          category: "Clothing",
          section: "Shirt",
          gender: "Male",
          age: "Mens",
          priceCents: 1800,
          sizes: { S: 3, M: 0, L: 60 },
        })
      : await aProduct(db, market, { name: "Plums", category: "Fruits", section: "Plums", priceCents: 450 })
  for (const name of ["Leeks", "Chard", "Fennel", "Radishes"]) await aProduct(db, market, { name })
  await giveImages(db, product, PICTURES)
  const { page } = await shopperWith(server, browser, [], options)
  await page.route("**/images/**", (route) => route.fulfill({ contentType: "image/svg+xml", body: SQUARE }))
  await page.goto(`/view-product?product=${product.id}`)
  return page
}

const large = (page: Page) => page.locator(".zoom img")

it("zooms twice on a tap, closes with Escape and gives the focus back, before React is there and without it", {
  tags: ["PROD-2"],
}, async () => {
  for (const javaScript of [true, false]) {
    const page = await lookingAt("plums", { ...touch, javaScript })
    const enlarged = page.getByRole("dialog", { name: "Plums, 2×" })
    await expect(enlarged).toBeHidden()
    await large(page).tap({ force: true })
    await expect(enlarged).toBeVisible()
    const view = enlarged.locator("picture")
    expect((await view.boundingBox())!.width).toBeGreaterThanOrEqual(2 * 375)
    await expect(enlarged.getByRole("button", { name: "Close" })).toBeFocused()
    const scrolled = enlarged.getByRole("region", { name: "Enlarged photo" })
    if (javaScript) await expect.poll(() => scrolled.evaluate((one) => one.scrollLeft)).toBeGreaterThan(150)
    await page.keyboard.press("Escape")
    await expect(enlarged).toBeHidden()
    await expect(page.getByRole("button", { name: "Tap to zoom 2×" })).toBeFocused()
    await page.keyboard.press("Enter")
    await enlarged.getByRole("button", { name: "Close" }).click()
    await expect(enlarged).toBeHidden()
  }
})

it("turns to the next picture by a swipe, by arrows and thumbnails, and asks the server for no page", {
  tags: ["PROD-2"],
}, async () => {
  const page = await lookingAt("plums")
  await page.locator("html[data-hydrated]").waitFor()
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  const swipe = async (from: number, to: number) => {
    const zoom = (await page.locator(".zoom").boundingBox())!
    const y = zoom.y + zoom.height / 3
    const finger = await page.context().newCDPSession(page)
    const touchPoints = (x: number) => [{ x, y }]
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: touchPoints(from) })
    for (const step of [0.25, 0.5, 0.75, 1])
      await finger.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: touchPoints(from + (to - from) * step),
      })
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
  }
  await swipe(300, 100)
  await expect(large(page)).toHaveAttribute("src", /plum-crate/)
  await expect(page.getByText("2 of 3")).toBeVisible()
  await expect(page).toHaveURL(/image=2/)
  await swipe(100, 300)
  await expect(large(page)).toHaveAttribute("src", /plum-alone/)
  await expect(page.getByRole("dialog")).toBeHidden()
  await page.getByRole("link", { name: "Previous photo" }).click()
  await expect(large(page)).toHaveAttribute("src", /plum-near/)
  await page.getByRole("link", { name: "Photo 2 of 3" }).click()
  await expect(large(page)).toHaveAttribute("src", /plum-crate/)
  expect(asked.filter((path) => path.startsWith("/view-product"))).toEqual([])
})

it("keeps sum and button at the foot of a phone, to the end of the page and over nothing that has the focus", {
  tags: ["PROD-6", "PROD-7", "PROD-62"],
}, async () => {
  const page = await lookingAt("shirt")
  const add = page.getByRole("button", { name: "Add to the Cart", exact: true })
  await expect(add).toBeInViewport()
  await page.getByRole("radio", { name: "L", exact: true }).check()
  await page.getByLabel("Quantity").selectOption("2")
  const bar = page.locator(".buy-bar")
  await expect(bar).toContainText("2 × $18.00 = $36.00")
  await page.getByRole("link", { name: "View Product: Radishes" }).focus()
  await expect(add).toBeInViewport()
  const overlap = await page.evaluate(() => {
    const focused = document.activeElement!.getBoundingClientRect()
    return focused.bottom - document.querySelector(".buy-bar")!.getBoundingClientRect().top
  })
  expect(overlap).toBeLessThanOrEqual(0)
  await add.click()
  await page.waitForURL(/\/market-info\?market=/)
  // The page scrolls to the product, not to the top of the market.
  await expect(page.locator(".tile", { hasText: "Market tee" })).toBeInViewport()
  await page.goto("/shopping-cart")
  await expect(page.getByLabel("Quantity")).toHaveValue("2")
})

it("lets size and quantity be chosen by keyboard, never more than there are of the size", {
  tags: ["PROD-4", "PROD-5", "PROD-6", "PROD-7"],
}, async () => {
  const page = await lookingAt("shirt", { viewport: "desktop" })
  await page.getByRole("radio", { name: "L", exact: true }).check()
  await page.getByLabel("Quantity").selectOption("5")
  await page.getByRole("radio", { name: "L", exact: true }).press("ArrowUp")
  await expect(page.getByRole("radio", { name: "M" })).toBeChecked()
  await expect(page.locator(".low")).toHaveText("Sold Out")
  await expect(page.getByRole("button", { name: "Add to the Cart", exact: true })).toHaveCount(0)
  await page.getByRole("radio", { name: "M" }).press("ArrowUp")
  await expect(page.locator(".low")).toHaveText("Only 3 are left")
  await expect(page.getByLabel("Quantity")).toHaveValue("3")
  await expect(page.getByText("No more are available in S.")).toBeVisible()
  const less = page.getByRole("button", { name: "One less" })
  await less.press("Enter")
  await less.press("Enter")
  await less.press("Enter")
  await expect(page.getByLabel("Quantity")).toHaveValue("1")
  await expect(less).toBeFocused()
  const more = page.getByRole("button", { name: "One more" })
  for (let presses = 0; presses < 4; presses += 1) await more.press("Enter")
  await expect(page.getByLabel("Quantity")).toHaveValue("3")
  await expect(page.locator(".buy-bar")).toContainText("3 × $18.00 = $54.00")
})

it("tells every size's price and stock without JavaScript, and adds what is chosen", {
  tags: ["PROD-7"],
}, async () => {
  const page = await lookingAt("shirt", { ...touch, javaScript: false })
  // Without JavaScript the price and the stock of every size are listed, and no total that could be wrong.
  await expect(page.getByText("$18.00 · Only 3 are left")).toBeVisible()
  await expect(page.locator(".line-total")).toHaveCount(0)
  await expect(page.getByRole("button", { name: "One more" })).toBeHidden()
  await page.getByRole("radio", { name: "L", exact: true }).check()
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL(/\/market-info\?market=/)
})

it("has no fault that axe finds, by day and by night, and fits a phone", { tags: ["A11Y-1"] }, async () => {
  for (const what of ["shirt", "plums"] as const) {
    const page = await lookingAt(what)
    if (what === "shirt") await page.getByRole("radio", { name: "M" }).check()
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFaults(page), what).toEqual([])
    if (what === "shirt") continue
    await page.getByRole("button", { name: "Tap to zoom 2×" }).click()
    expect(await accessibilityFaults(page), "enlarged").toEqual([])
  }
})

it("has dark behind its drawings by night", { tags: ["PROD-2"] }, async () => {
  const page = await lookingAt("plums")
  const lightness = () =>
    page
      .locator(".zoom picture")
      .evaluate((element) => Number(/[\d.]+/.exec(getComputedStyle(element).backgroundColor)?.[0]))
  await page.emulateMedia({ colorScheme: "light" })
  expect(await lightness()).toBeGreaterThan(0.85)
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await lightness()).toBeLessThan(0.4)
})
