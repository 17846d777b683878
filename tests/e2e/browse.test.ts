import { expect } from "playwright/test"
import { beforeAll, describe, it } from "vitest"
import { aMarket, aProduct } from "#tests/factories/markets.ts"
import { aCustomer } from "#tests/factories/people.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useServer()
const browser = useBrowser()

const WAYS: { name: string; options: PageOptions }[] = [
  { name: "with JavaScript", options: {} },
  { name: "without JavaScript", options: { javaScript: false } },
  { name: "on a phone", options: { viewport: "phone" } },
]

let chelsea: Awaited<ReturnType<typeof aMarket>>
let boots: Awaited<ReturnType<typeof aProduct>>
let kale: Awaited<ReturnType<typeof aProduct>>

beforeAll(async () => {
  const { db } = server.database
  chelsea = await aMarket(db, {
    name: "Chelsea Corner Grocer",
    address: "212 W 26th St",
    weekdayHours: "8am-7pm",
    saturdayHours: "7am-5pm",
    sundayHours: "Closed",
  })
  for (let n = 1; n <= 11; n += 1) {
    await aMarket(db, { name: `Stall ${String(n).padStart(2, "0")}`, lat: 40.7506 + n * 0.01 })
  }
  await aMarket(db, { name: "Empty Stall", lat: 40.748, lng: -73.97 })
  kale = await aProduct(db, chelsea, { name: "Curly kale", stock: 3 })
  for (const name of ["Tomatoes", "Carrots", "Corn"]) await aProduct(db, chelsea, { name, priceCents: 325 })
  boots = await aProduct(db, chelsea, {
    name: "Barn boots",
    category: "Shoes",
    section: "Working Shoes",
    gender: "Male",
    age: "Mens",
    sizes: { "9": 3, "9.5": 0 },
    priceCents: 6000,
  })
  await aProduct(db, chelsea, { name: "Last melon", stock: 0 })
}, 60_000)

for (const { name, options } of WAYS)
  describe(`finding a market ${name}`, () => {
    it("searches by zip, nearest first, ten a page with numbered pages", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/")
      await expect(page.getByText("Welcome to Pushcart")).toBeVisible()
      await page.getByLabel("Zip").fill("10001")
      await page.getByRole("button", { name: "Find markets" }).click()
      await expect(page.getByRole("heading", { name: "13 markets near 10001" })).toBeVisible()
      const cards = page.locator("li.card")
      await expect(cards).toHaveCount(10)
      const first = cards.filter({ hasText: "Chelsea Corner Grocer" })
      await expect(first).toContainText("212 W 26th St, New York, NY 10001")
      await expect(first).toContainText("Mon-Fri8am-7pm")
      await expect(first).toContainText("Sat7am-5pm")
      await expect(first).toContainText("SunClosed")
      await page.getByRole("link", { name: "Page 2" }).click()
      await expect(cards).toHaveCount(3)
    })

    it("says which zips it does not know, next to the field, and keeps what was typed", async () => {
      const page = await browser.visit(server.url, options)
      browser.expectProblem(/422/)
      for (const [zip, message] of [
        ["123", "Enter a five-digit zip code, like 10001."],
        ["00000", "We don't know this zip code."],
      ] as const) {
        await page.goto(`/home?zip=${zip}`)
        await expect(page.locator("#zip-error")).toContainText(message)
        await expect(page.getByLabel("Zip")).toHaveValue(zip)
      }
    })

    it("tells in a dialog that no store was found, and closing it resets the form", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/home?zip=99501")
      const dialog = page.getByRole("dialog", { name: "Sorry we couldn't find a store! :(" })
      await expect(dialog).toContainText("Please go tell your local market store about this platform...")
      await dialog.getByRole("link", { name: "Close" }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByLabel("Zip")).toHaveValue("")
      await expect(page.getByRole("heading", { name: "All markets" })).toBeVisible()
    })

    it("asks an anonymous visitor to sign in before they look inside", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/home?zip=10001")
      await page.getByRole("link", { name: "Check the market out: Chelsea Corner Grocer" }).click()
      const dialog = page.getByRole("dialog", { name: "Hi there!" })
      await expect(dialog).toContainText("In order to see what this market sells, you need to be Log In!")
      await dialog.getByRole("link", { name: "Sign In" }).click()
      await page.waitForURL("**/login")
      await page.goto(`/market-info?market=${chelsea.id}`)
      await page.waitForURL("**/Welcome")
    })
  })

for (const { name, options } of WAYS)
  describe(`shopping at a market ${name}`, () => {
    async function signedIn() {
      const page = await browser.visit(server.url, options)
      await signIn(page, server.database.db, (await aCustomer(server.database.db)).actor)
      return page
    }

    it("shows the stall: header, hours, categories, four products a page", async () => {
      const page = await signedIn()
      await page.goto("/home?zip=10001")
      await page.getByRole("link", { name: "Check the market out: Chelsea Corner Grocer" }).click()
      await expect(page.getByRole("heading", { name: "Chelsea Corner Grocer" })).toBeVisible()
      await expect(page.getByText("All sales are final")).toBeVisible()
      await expect(page.getByText("Monday-Friday")).toBeVisible()
      const tiles = page.locator("li.tile")
      await expect(tiles).toHaveCount(4)
      await expect(tiles.first()).toContainText("Only 3 are left")
      await page.getByRole("link", { name: "Page 2" }).click()
      await expect(tiles).toHaveCount(2)
      await expect(page.getByText("Sold Out")).toBeVisible()
      await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Shoes" }).click()
      await expect(tiles).toHaveCount(1)
      await expect(page).not.toHaveURL(/page=2/)
      await page.goto("/market-info")
      await expect(page.getByRole("heading", { name: "Chelsea Corner Grocer" })).toBeVisible()
    })

    it("says that a market without products will have some soon", async () => {
      const page = await signedIn()
      await page.goto("/home?zip=10001")
      await page.getByRole("link", { name: "Check the market out: Empty Stall" }).click()
      await expect(
        page.getByText("This market has not posted any products but will soon, come back later"),
      ).toBeVisible()
    })

    it("leads from a product without a name back to the market, and remembers both", async () => {
      const page = await signedIn()
      await page.goto("/view-product")
      await page.waitForURL("**/home")
      await page.goto(`/market-info?market=${chelsea.id}`)
      await page.goto("/view-product")
      await page.waitForURL("**/market-info")
      await page.goto(`/view-product?product=${kale.id}`)
      await page.goto("/view-product")
      await expect(page.getByRole("heading", { name: "Curly kale" })).toBeVisible()
    })

    it("adds a product to the cart, and refuses more than there are", async () => {
      const page = await signedIn()
      browser.expectProblem(/422/)
      await page.goto(`/view-product?product=${kale.id}`)
      const crumbs = page.getByRole("navigation", { name: "Breadcrumb" })
      await expect(crumbs).toContainText("Vegetables")
      await expect(page.getByText("Only 3 are left")).toBeVisible()
      await page.getByLabel("Quantity").selectOption("4")
      await page.getByRole("button", { name: "Add to the Cart" }).click()
      await expect(page.locator(".toast", { hasText: "there are only 3 left" })).toBeVisible()
      await expect(page.getByLabel("Quantity")).toHaveValue("4")
      await page.getByLabel("Quantity").selectOption("3")
      await page.getByRole("button", { name: "Add to the Cart" }).click()
      await page.waitForURL("**/market-info?market=*")
      await expect(page.locator(".toast", { hasText: "Curly kale is in your cart." })).toBeVisible()
      await expect(page.locator('[data-badge="cart"]').first()).toHaveText("3")
    })

    it("wants a size of clothes and shoes, and shows its price, stock, gender and age", async () => {
      const page = await signedIn()
      browser.expectProblem(/422/)
      await page.goto(`/view-product?product=${boots.id}`)
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Male")
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Mens")
      await page.getByRole("button", { name: "Add to the Cart" }).click()
      await expect(page.locator(".error", { hasText: "Choose a size." })).toBeVisible()
      await expect(page.getByLabel("Size")).toContainText("9.5 · $60.00 · Sold Out")
      await page.getByLabel("Size").selectOption("9")
      await page.getByRole("button", { name: "Add to the Cart" }).click()
      await page.waitForURL("**/market-info?market=*")
    })
  })

it("marks the card of the marker under the pointer, and opens name, address and phone on it", async () => {
  const page = await browser.visit(server.url)
  await page.goto("/home?zip=10001")
  const marker = page.getByRole("button", { name: "Chelsea Corner Grocer" })
  await marker.hover()
  await expect(page.locator(`#market-${chelsea.id}`)).toHaveClass(/card-picked/)
  await marker.press("Enter")
  await expect(page.locator(".maplibregl-popup")).toContainText("212 W 26th St, New York, NY 10001")
  await expect(page.locator(".maplibregl-popup")).toContainText("212-555-0134")
})

it("finds what is near the visitor once they allow it, and says so when they do not", async () => {
  const at = { latitude: 40.7506, longitude: -73.9972 }
  const allowed = await browser.visit(server.url, {
    context: { geolocation: at, permissions: ["geolocation"] },
  })
  await allowed.goto("/home")
  await allowed.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(allowed.getByRole("heading", { name: "13 markets near you" })).toBeVisible()
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  const denied = await browser.visit(server.url)
  await denied.goto("/home")
  await denied.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(denied.getByText("Search by zip code instead.")).toBeVisible()
})
