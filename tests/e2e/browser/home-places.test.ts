import { beforeEach, it } from "vitest"
import { addFavorite } from "#core/favorites/add-favorite.server.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()
beforeEach(() => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/))

async function threeMarkets() {
  const { db } = server.database
  const place = await aPlace(server)
  const names = ["Corner Grocer", "Harbor Stalls", `The ${"Longest".repeat(9)} Name of All Markets`]
  for (const [index, name] of names.entries()) {
    const market = await aMarket(db, { ...place, name, lat: place.lat + index / 100 })
    await aCalendar(db, market, { offersDelivery: index !== 1 })
    await aProduct(db, market, { category: index ? "Fruits" : "Dairy" })
  }
  return place
}

it("shows a phone the markets near a place, filtered and loved, without a scroll to the side or a fault of axe", {
  tags: ["A11Y-1", "FAV-1", "HOME-16", "HOME-18", "HOME-19"],
}, async () => {
  const place = await threeMarkets()
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  await page.goto("/home")
  await page.getByLabel("Zip").fill(place.zip)
  await page.getByRole("button", { name: "Find markets" }).click()
  await expect(page.getByRole("heading", { name: `3 markets near ${place.zip}` })).toBeVisible()
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("link", { name: "Delivers to me" }).click()
  await expect(page.getByRole("heading", { name: `2 markets near ${place.zip}` })).toBeVisible()
  await page.getByRole("link", { name: "Dairy" }).click()
  await expect(page.getByRole("heading", { name: `1 market near ${place.zip}` })).toBeVisible()
  await page.getByRole("link", { name: "Clear filters" }).click()
  await hydrated(page)
  const heart = page.getByRole("button", { name: "Favorite: Harbor Stalls" })
  await heart.scrollIntoViewIfNeeded()
  await heart.press("Enter")
  await expect(heart).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByRole("navigation", { name: "Your favorites" })).toContainText("Harbor Stalls")
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto("/home")
  await expect(page.getByRole("heading", { name: `3 markets near ${place.zip}` })).toBeVisible()
  await page.goto("/customer-dashboard")
  await expect(page.getByRole("link", { name: "Harbor Stalls" })).toBeVisible()
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

it("shows a phone the first market without a scroll, under the search, one row of filters and one of favorites", {
  tags: ["HOME-18", "FAV-2"],
}, async () => {
  const place = await threeMarkets()
  const { actor } = await aCustomer(server.database.db)
  const customer = ctxFor(server.database, actor)
  const page = await browser.visit(server.url, { viewport: "phone", context: { reducedMotion: "reduce" } })
  await signIn(page, server, actor)
  await page.goto(`/home?zip=${place.zip}&category=Fruits`)
  const near = page.locator(".market-list > li")
  await expect(near).toHaveCount(2)
  for (const id of await near.evaluateAll((items) => items.map((item) => item.id.replace("market-", ""))))
    await addFavorite(customer, { marketId: id })
  await page.goto(`/home?zip=${place.zip}`)
  await expect(page.getByRole("navigation", { name: "Your favorites" }).getByRole("link")).toHaveCount(2)
  const card = near.first()
  await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("navigation", { name: "View" })).toBeInViewport({ ratio: 1 })
  const filters = page.getByRole("navigation", { name: "Filters" })
  expect((await filters.boundingBox())!.height).toBeLessThan(70)
  // The choice is visible without scrolling the row, and stays focused.
  await hydrated(page)
  await filters.getByRole("link", { name: "Ice Cream" }).press("Enter")
  await expect(filters.getByRole("link").first()).toHaveText("Ice Cream")
  await expect(filters.getByRole("link", { name: "Ice Cream" })).toBeInViewport({ ratio: 1 })
  await expect(filters.getByRole("link", { name: "Ice Cream" })).toBeFocused()
})

it("shows a phone the market that was shared", { tags: ["A11Y-1", "GUARD-12"] }, async () => {
  const { db } = server.database
  const market = await aMarket(db, { name: "Corner Grocer" })
  await aProduct(db, market, { name: "Secret honey" })
  const page = await browser.visit(server.url, { viewport: "phone" })
  await page.goto(`/market-info?market=${market.id}`)
  await expect(page.getByRole("heading", { name: "Corner Grocer", level: 1 })).toBeVisible()
  await expect(page).toHaveTitle("Corner Grocer — Pushcart")
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})
