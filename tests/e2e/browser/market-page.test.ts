import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { variants } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

/** A market that is always open, with products of every kind, and a customer who has bought there. */
async function aStall(options: Parameters<typeof shopperWith>[3] = { viewport: "phone" }) {
  const { db } = server.database
  const market = await aMarket(db, {
    name: "Corner Grocer",
    story: "Three farms and one corner.",
    lat: 40.75,
    lng: -73.99,
  })
  await aCalendar(db, market)
  const pear = await aProduct(db, market, { name: "Pear", category: "Fruits", priceCents: 615, stock: 9 })
  for (const name of ["Kale", "Corn", "Beets", "Leek", "Chard"]) await aProduct(db, market, { name })
  await aProduct(db, market, { name: "Last melon", category: "Fruits", stock: 0 })
  const boots = { category: "Shoes", section: "Working Shoes", sizes: { "9": 3 } } as const
  await aProduct(db, market, { name: "Barn boots", ...boots })
  const shopper = await shopperWith(server, browser, [], options)
  await anOrder(db, { customer: shopper.customer, market, product: pear })
  return { market, ...shopper, stall: `/market-info?market=${market.id}` }
}

const hydrated = (page: Page) => page.locator("html[data-hydrated]").waitFor()
const again = (page: Page) => page.getByRole("region", { name: "Buy again" })
const bar = (page: Page) => page.getByRole("complementary", { name: "Your cart", exact: true })

it("adds on a phone without leaving the shelf: the number at once, the bar and the toast after it", {
  tags: ["MARKET-14", "MARKET-15", "A11Y-1"],
}, async () => {
  const { page, stall } = await aStall()
  await page.goto(stall)
  await hydrated(page)
  await expect(bar(page)).toHaveCount(0)
  const tile = again(page).getByRole("listitem")
  const add = tile.getByRole("button", { name: "Add to the cart: Pear" })
  await add.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  // The toast is shown before the page is revalidated; otherwise, if + is pressed twice quickly, the reload after one
  // press could remove the other's toast.
  const shown = Promise.withResolvers<void>()
  await page.route("**/market-info.data*", async (route) => {
    await shown.promise
    await route.continue()
  })
  // Pressed twice before the first response: neither press is lost.
  await add.click()
  await add.click()
  await expect(tile.locator("output")).toHaveText("2 in your cart")
  const toast = page.locator(".toast", { hasText: "Pear ×2, $12.30" })
  await expect(toast).toBeVisible()
  shown.resolve()
  // It replaces the previous toast.
  await expect(page.locator(".toast")).toHaveCount(1)
  // While the pointer is over it, the toast stays visible until the end of this test, no matter how slow the machine
  // is.
  await toast.hover()
  await expect(bar(page)).toContainText("2 items, $12.30")
  await expect(page.locator('[data-badge="cart"]').first()).toHaveText("2")
  expect(await page.evaluate(() => scrollY)).toBe(before)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(stall)
  await expect(tile.locator("output")).toHaveText("2 in your cart")

  // The toast covers neither the link to the cart nor the bar.
  await page.evaluate(() => scrollTo(0, 0))
  const [toastBox, barBox, cartBox] = await Promise.all(
    [toast, bar(page), page.getByRole("link", { name: /^Shopping cart/ })].map((one) => one.boundingBox()),
  )
  expect(toastBox!.y).toBeGreaterThanOrEqual(cartBox!.y + cartBox!.height)
  expect(toastBox!.y + toastBox!.height).toBeLessThanOrEqual(barBox!.y)
  expect(barBox!.y + barBox!.height).toBe(812)

  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await toast.getByRole("link", { name: "View cart" }).click()
  await expect(page).toHaveURL(/\/shopping-cart/)
})

it("is used by keyboard: the focus stays at the product, and shows", {
  tags: ["MARKET-14"],
}, async () => {
  const { page, stall } = await aStall()
  await page.goto(stall)
  await hydrated(page)
  const tile = again(page).getByRole("listitem")
  const add = tile.getByRole("button", { name: "Add to the cart: Pear" })
  await add.focus()
  await page.keyboard.press("Enter")
  await expect(tile.locator("output")).toHaveText("1 in your cart")
  await expect(add).toBeFocused()
  const remove = tile.getByRole("button", { name: "Remove from the cart: Pear" })
  await expect(remove).toBeVisible()
  await page.keyboard.press("Shift+Tab")
  await expect(remove).toBeFocused()
  // Neither the sticky header nor the bar at the bottom covers it.
  const box = (await remove.boundingBox())!
  const top = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest("button")?.getAttribute("aria-label"),
    [box.x + box.width / 2, box.y + box.height / 2],
  )
  expect(top).toBe("Remove from the cart: Pear")
  await page.keyboard.press("Enter")
  await expect(tile.locator("output")).toHaveCount(0)
  await expect(add).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
})

it("says what was not added where the stock fell meanwhile, and shows what the cart holds", {
  tags: ["MARKET-14"],
}, async () => {
  const { page, stall, market } = await aStall()
  const { db } = server.database
  const plum = await aProduct(db, market, { name: "Plum", category: "Meat", stock: 1 })
  await page.goto(stall)
  await hydrated(page)
  await db.update(variants).set({ stock: 0 }).where(eq(variants.productId, plum.id))
  await page.getByRole("button", { name: "Add to the cart: Plum" }).click()
  await expect(page.locator(".toast-error", { hasText: "there are only 0 left" })).toBeVisible()
  await expect(page.getByText("in your cart")).toHaveCount(0)
})

it("does without React what was pressed before it came", { tags: ["MARKET-14", "WEAK-4"] }, async () => {
  const { page, stall } = await aStall()
  const release = await holdReact(page)
  await page.goto(`${stall}&category=Fruits`)
  await page.getByRole("button", { name: "Add to the cart: Pear" }).click()
  await expect(bar(page)).toContainText("1 item, $6.15")
  expect(page.url()).toContain("category=Fruits")
  await release()
})

it("sticks search and categories to the top of a phone, and shows a product by a tap anywhere on it", {
  tags: ["MARKET-11", "MARKET-15"],
}, async () => {
  const { page, stall } = await aStall()
  await page.goto(stall)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const search = page.getByRole("searchbox", { name: "Search this market" })
  await expect(search).toBeInViewport()
  await search.fill("kale")
  await search.press("Enter")
  await expect(page.getByText("1 product found")).toBeVisible()
  await page.locator(".tile").click({ position: { x: 40, y: 40 } })
  await expect(page.getByRole("heading", { name: "Kale", level: 1 })).toBeVisible()
})

it("has the cart beside the products on a wide screen, without faults by day and by night", {
  tags: ["MARKET-15", "A11Y-1"],
}, async () => {
  const { page, stall } = await aStall({ viewport: "desktop" })
  await page.goto(stall)
  await hydrated(page)
  await page.getByRole("button", { name: "Add to the cart: Kale" }).click()
  const card = page.getByRole("complementary", { name: "In your cart" })
  await expect(card).toContainText("Kale")
  await expect(card).toContainText("1 item$4.00")
  await expect(bar(page)).toBeHidden()
  const rows = await page
    .getByRole("region", { name: "Vegetables" })
    .getByRole("listitem")
    .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top))
  expect(rows).toHaveLength(4)
  expect(new Set(rows).size).toBe(1)
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

it.each(["light", "dark"] as const)(
  "asks for a notice of the opening and takes it back by the keyboard, %s",
  {
    tags: ["ALERT-1", "A11Y-1"],
  },
  async (colorScheme) => {
    const { page, stall, market } = await aStall({ viewport: "phone", context: { colorScheme } })
    await aCalendar(server.database.db, market, { pausedAt: new Date(), pausedUntil: "2099-10-05" })
    await page.goto(stall)
    await hydrated(page)
    const ask = page.getByRole("button", { name: "Notify me when it opens" })
    const asked = page.getByRole("button", { name: "We'll notify you when it opens" })
    expect(await accessibilityFaults(page)).toEqual([])
    await ask.press("Enter")
    await expect(asked).toBeFocused()
    await expect(asked).toHaveAccessibleDescription("Changed your mind? Tap again to cancel.")
    await expect(page.getByRole("list", { name: "Messages" })).toContainText(
      "We'll notify you when Corner Grocer is taking orders again.",
    )
    expect(await pixelsTooWide(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await asked.press("Enter")
    await expect(ask).toBeFocused()
    await page.getByRole("button", { name: "Add to your favorites" }).press("Enter")
    await expect(page.getByRole("button", { name: "In your favorites" })).toBeFocused()
  },
)

it("fits the narrowest phone, closed, paused and empty too", { tags: ["A11Y-1", "MARKET-16"] }, async () => {
  const { page, stall, market } = await aStall({ context: { viewport: { width: 320, height: 640 } } })
  const { db } = server.database
  await page.goto(stall)
  expect(await pixelsTooWide(page)).toBe(0)
  await aCalendar(db, market, { pausedAt: new Date(), pauseReason: "Away" })
  await page.goto(stall)
  await expect(page.getByText("Corner Grocer isn't taking orders right now. Away.")).toBeVisible()
  await expect(page.getByRole("button", { name: /^Add to the cart/ })).toHaveCount(0)
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(`/market-info?market=${(await aMarket(db)).id}`)
  await expect(page.getByText("This market has not posted any products")).toBeVisible()
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})
