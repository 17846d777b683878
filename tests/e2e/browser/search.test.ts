import { beforeEach, it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
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

async function eggsNearby() {
  const { db } = server.database
  const place = await aPlace(server)
  const close = await aMarket(db, { ...place, name: "Canton Square Greens" })
  const far = await aMarket(db, { ...place, name: "Greektown Table", lat: place.lat + 0.05 })
  for (const market of [close, far]) await aCalendar(db, market)
  await aProduct(db, close, { name: "Large Brown Eggs", priceCents: 549, stock: 3 })
  await aProduct(db, far, { name: `Duck Eggs ${"of a long name ".repeat(6)}`, stock: 0 })
  await aProduct(db, far, { name: "Egg Boots", category: "Shoes", section: "Sandals", sizes: { "9": 3 } })
  return place
}

async function aShopper(viewport: "phone" | "desktop") {
  const page = await browser.visit(server.url, { viewport })
  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  await page.goto("/home")
  return page
}

it("brings “eggs near 21224” into the cart in five taps from home, on a phone", {
  tags: ["A11Y-1", "SEARCH-1"],
}, async () => {
  const place = await eggsNearby()
  const page = await aShopper("phone")
  let taps = 0
  const tap = async (act: () => Promise<void>) => {
    taps += 1
    await act()
  }
  await tap(() => page.getByLabel("Zip").fill(place.zip))
  await tap(() => page.getByLabel("Products or markets").fill("egs"))
  await tap(() => page.getByRole("button", { name: "Find markets" }).click())
  await expect(page.getByRole("heading", { name: `eggs near ${place.zip}` })).toBeVisible()
  await expect(page.getByText("We looked for eggs. You typed “egs”.")).toBeVisible()
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await tap(() => page.getByRole("button", { name: "Add to the cart: Large Brown Eggs" }).click())
  await expect(page.getByText("1 in your cart")).toBeVisible()
  const bar = page.getByRole("complementary", { name: "Your cart" })
  await expect(bar).toContainText("$5.49")
  await expect(bar).toBeInViewport()
  await tap(() => bar.getByRole("link", { name: "View cart" }).click())
  await expect(page.getByRole("heading", { name: "Large Brown Eggs" })).toBeVisible()
  expect(taps).toBeLessThanOrEqual(6)
})

it("changes a quantity on the spot with the stepper that a market's page has, and sorts by price, on a phone", {
  tags: ["A11Y-1", "SEARCH-1"],
}, async () => {
  const place = await eggsNearby()
  const page = await aShopper("phone")
  await page.goto(`/home?zip=${place.zip}&q=eggs`)
  await hydrated(page)
  const add = page.getByRole("button", { name: "Add to the cart: Large Brown Eggs" })
  await add.click()
  await add.click()
  await expect(page.getByText("2 in your cart")).toBeVisible()
  await page.getByRole("button", { name: "One less: Large Brown Eggs" }).click()
  await page.getByRole("button", { name: "Remove from the cart: Large Brown Eggs" }).click()
  await expect(page.getByText("in your cart")).toHaveCount(0)
  await expect(add).toBeFocused()
  await page.getByRole("link", { name: "Price", exact: true }).click()
  await expect(page.getByText("Lowest price first, before delivery and tax")).toBeVisible()
  const names = page.getByRole("heading", { name: /^(Canton Square Greens|Greektown Table)$/ })
  await expect(names).toHaveText(["Greektown Table", "Canton Square Greens"])
  expect(await pixelsTooWide(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

it("is searched and filled by the keyboard alone on a wide screen", {
  tags: ["A11Y-1", "SEARCH-1"],
}, async () => {
  const place = await eggsNearby()
  const page = await aShopper("desktop")
  await page.getByLabel("Zip").fill(place.zip)
  await page.getByLabel("Products or markets").fill("eggs")
  await page.keyboard.press("Enter")
  await expect(page.getByText("3 products at 2 markets within 25 miles")).toBeVisible()
  expect(await pixelsTooWide(page)).toBe(0)
  const add = page.getByRole("button", { name: "Add to the cart: Large Brown Eggs" })
  await add.press("Enter")
  await expect(page.getByRole("complementary", { name: "In your cart" })).toContainText("Large Brown Eggs")
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("link", { name: "Shoes 1" }).press("Enter")
  await expect(page.getByText("1 product at 1 market within 25 miles")).toBeVisible()
  await expect(page.getByRole("link", { name: "Choose a size: Egg Boots" })).toBeVisible()
})
