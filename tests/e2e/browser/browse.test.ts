import { beforeAll, beforeEach, describe, it } from "vitest"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct, givePictures } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()
// The names of pictures are in the database here, their files are not.
const noPictures = /^404 for image .*\/images\/products\//
beforeEach(() => browser.expectProblem(noPictures))

let chelsea: Awaited<ReturnType<typeof aMarket>>
let boots: Awaited<ReturnType<typeof aProduct>>
let kale: Awaited<ReturnType<typeof aProduct>>
let melon: Awaited<ReturnType<typeof aProduct>>
let tomatoes: Awaited<ReturnType<typeof aProduct>>

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
  melon = await aProduct(db, chelsea, { name: "Last melon", stock: 0 })
  tomatoes = await aProduct(db, chelsea, { name: "Vine tomatoes", stock: 6, category: "Fruits" })
  await givePictures(db, tomatoes, ["demo-tomato-8-blush", "demo-leafy-green-10-sage"])
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
      expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
      await page.goto("/home?zip=10001&page=99")
      await expect(page).toHaveURL(/\/home\?zip=10001&page=2$/)
      await expect(cards).toHaveCount(3)
    })

    it("lists all markets without a zip", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/home?zip=10001")
      await page.getByLabel("Zip").fill("")
      await page.getByRole("button", { name: "Find markets" }).click()
      await expect(page.getByRole("heading", { name: "All markets" })).toBeVisible()
      await expect(page.locator("li.card")).toHaveCount(10)
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
      await signIn(page, server, (await aCustomer(server.database.db)).actor)
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
      await expect(tiles).toHaveCount(3)
      await expect(page.getByText("Sold Out")).toBeVisible()
      await page.goto(`/market-info?market=${chelsea.id}&page=99`)
      await expect(tiles).toHaveCount(3)
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

    it("shows a product's pictures, note, quantities from 1 to 50, and no button when it is sold out", async () => {
      const page = await signedIn()
      await page.goto(`/view-product?product=${tomatoes.id}&image=1.5`)
      const large = page.locator(".zoom img")
      await expect(large).toHaveAttribute("src", /demo-tomato-8-blush/)
      await page.getByRole("link", { name: "Picture 2 of 2" }).click()
      await expect(large).toHaveAttribute("src", /demo-leafy-green-10-sage/)
      await large.hover()
      await expect(large).toHaveCSS("scale", "2")
      await expect(page.getByText("$4.00")).toBeVisible()
      await expect(page.getByText("Ripe and sweet.")).toBeVisible()
      await expect(page.getByText(/are left|Sold Out/)).toHaveCount(0)
      await expect(page.getByLabel("Quantity").locator("option")).toHaveText(
        Array.from({ length: 50 }, (_, index) => String(index + 1)),
      )
      await page.goto(`/view-product?product=${melon.id}`)
      await expect(page.getByText("Sold Out")).toBeVisible()
      await expect(page.getByRole("button", { name: "Add to the Cart" })).toHaveCount(0)
      expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    })

    it("says that there is not enough where more than five are left", async () => {
      const page = await signedIn()
      browser.expectProblem(/422/)
      await page.goto(`/view-product?product=${tomatoes.id}`)
      await page.getByLabel("Quantity").selectOption("7")
      await page.getByRole("button", { name: "Add to the Cart" }).click()
      const text = "there is not enough inventory please choose a different number for quantity"
      await expect(page.locator(".toast", { hasText: text })).toBeVisible()
    })

    it("adds once when the button is double-clicked", async () => {
      const page = await signedIn()
      await page.goto(`/view-product?product=${tomatoes.id}`)
      await page.getByRole("button", { name: "Add to the Cart" }).dblclick()
      // The second press may take the page's place while it is on its way: that is no failure.
      await expect(page).toHaveURL(/\/market-info\?market=/)
      await page.goto("/shopping-cart")
      await expect(page.getByLabel("Quantity")).toHaveValue("1")
    })

    it("finds no market or product that is none, and forgets a cookie that was broken", async () => {
      const page = await signedIn()
      for (const path of ["/market-info?market=nonsense", `/view-product?product=${chelsea.id}`])
        expect((await page.goto(path))?.status()).toBe(404)
      await page.context().addCookies([{ name: "letsee", value: "%E0", url: server.url }])
      await page.goto("/market-info")
      await page.waitForURL("**/home")
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
      if (options.javaScript !== false) {
        await page.getByLabel("Size").selectOption("9.5")
        await expect(page.locator(".low", { hasText: "Sold Out" })).toBeVisible()
        await expect(page.getByRole("button", { name: "Add to the Cart" })).toHaveCount(0)
      }
      await page.getByLabel("Size").selectOption("9")
      if (options.javaScript !== false) await expect(page.locator(".low")).toHaveText("Only 3 are left")
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
  const release = await holdReact(allowed)
  await allowed.goto("/home")
  // Pressed while the page sleeps and let go when it is awake: the words change under the hand.
  await allowed.getByRole("button", { name: "Allow Location Access" }).hover()
  await allowed.mouse.down()
  await release()
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  await allowed.mouse.up()
  await expect(allowed.getByRole("heading", { name: "13 markets near you" })).toBeVisible()
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  await allowed.goto("/home")
  await expect(allowed.getByRole("button", { name: "Near me" })).toBeVisible()
  const denied = await browser.visit(server.url)
  await denied.goto("/home")
  await denied.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(denied.getByText("Search by zip code instead.")).toBeVisible()
})
