import { beforeEach, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()
// The database has image names, but the files do not exist.
const noImages = /^404 for image .*\/images\/products\//
beforeEach(() => browser.expectProblem(noImages))

async function aCorner() {
  const { db } = server.database
  const place = await aPlace(server)
  const market = await aMarket(db, { ...place, name: "Corner Grocer", address: "212 W 26th St" })
  return { db, place, market }
}

async function signedIn() {
  const page = await browser.visit(server.url)
  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  return page
}

it("leads from the search into the cart, telling in toasts what is rejected and what is done", {
  tags: ["HOME-2", "NAV-7", "PROD-2", "PROD-8", "PROD-9"],
}, async () => {
  const { db, place, market } = await aCorner()
  const kale = await aProduct(db, market, { name: "Curly kale", stock: 3 })
  await giveImages(db, kale, ["demo-tomato-8-blush", "demo-leafy-green-10-sage"])
  const page = await signedIn()
  browser.expectProblem(/422/)
  await page.goto("/home")
  await page.getByLabel("Zip").fill(place.zip)
  await page.getByRole("button", { name: "Find markets" }).click()
  await expect(page.getByRole("heading", { name: `1 market near ${place.zip}` })).toBeVisible()
  await page.getByRole("link", { name: "Check the market out: Corner Grocer" }).click()
  await page.getByRole("link", { name: "View Product: Curly kale" }).click()
  const large = page.locator(".zoom img")
  await expect(large).toHaveAttribute("src", /demo-tomato-8-blush/)
  await page.getByRole("link", { name: "Photo 2 of 2" }).click()
  await expect(large).toHaveAttribute("src", /demo-leafy-green-10-sage/)
  await page.locator(".zoom").hover()
  await expect(large).toHaveCSS("scale", "2")
  await page.getByLabel("Quantity").selectOption("3")
  await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
  await page.waitForURL("**/market-info?market=*")
  await expect(page.locator(".toast", { hasText: "Curly kale ×3, " })).toBeVisible()
  await expect(page.locator('[data-badge="cart"]').first()).toHaveText("3")
  // A badge's number is part of the accessible name only if there is one.
  await expect(page.getByRole("link", { name: "Shopping cart 3 in it", exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible()
})

it("shows the chosen size's stock at once, and adds once when the button is double-clicked", {
  tags: ["PROD-3", "PROD-7", "PROD-9"],
}, async () => {
  const { db, market } = await aCorner()
  const boots = await aProduct(db, market, {
    name: "Barn boots",
    category: "Shoes",
    section: "Working Shoes",
    sizes: { "9": 3, "9.5": 0 },
  })
  const page = await signedIn()
  browser.expectProblem(/422/)
  await page.goto(`/view-product?product=${boots.id}`)
  const add = page.getByRole("button", { name: "Add to the Cart", exact: true })
  await add.click()
  await expect(page.locator(".error", { hasText: "Choose a size." })).toBeVisible()
  await page.getByRole("radio", { name: "9.5" }).check()
  await expect(page.locator(".low", { hasText: "Sold Out" })).toBeVisible()
  await expect(add).toHaveCount(0)
  await page.getByRole("radio", { name: "9", exact: true }).check()
  await expect(page.locator(".low")).toHaveText("Only 3 are left")
  await add.dblclick()
  // The second press may replace the page while it is loading, which is not a failure.
  await expect(page).toHaveURL(/\/market-info\?market=/)
  await page.goto("/shopping-cart")
  await expect(page.getByLabel("Quantity")).toHaveValue("1")
})

it("marks the card of the marker under the pointer, and opens name, address and phone on it", {
  tags: ["MAP-1"],
}, async () => {
  const { place, market } = await aCorner()
  const page = await browser.visit(server.url, { map: true })
  await page.goto(`/home?zip=${place.zip}`)
  const marker = page.getByRole("button", { name: "Corner Grocer" })
  await marker.hover()
  await expect(page.locator(`#market-${market.id}`)).toHaveClass(/card-picked/)
  await marker.press("Enter")
  const popup = page.locator(".maplibregl-popup")
  await expect(popup).toContainText(`212 W 26th St, ${place.city}, ${place.state} ${place.zip}`)
  await expect(popup).toContainText("212-555-0134")
})

it("finds what is near the visitor once they allow it, and says so when they do not", {
  tags: ["HOME-11"],
}, async () => {
  const { place } = await aCorner()
  const at = { latitude: place.lat, longitude: place.lng }
  const allowed = await browser.visit(server.url, {
    context: { geolocation: at, permissions: ["geolocation"] },
  })
  const release = await holdReact(allowed)
  await allowed.goto("/home")
  // Pressed before the page is hydrated and released afterwards, so that the button's text changes during the press.
  await allowed.getByRole("button", { name: "Allow Location Access" }).hover()
  await allowed.mouse.down()
  await release()
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  await allowed.mouse.up()
  await expect(allowed.getByRole("heading", { name: "1 market near you" })).toBeVisible()
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  await allowed.goto("/home")
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  const denied = await browser.visit(server.url)
  await denied.goto("/home")
  await denied.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(denied.getByText("Search by zip code instead.")).toBeVisible()
})
