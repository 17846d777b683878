import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { images, products } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPhoto } from "#tests/support/images.ts"
import { aSeller, listed } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

const LOST =
  "The connection was lost before we got a response. Check whether it went through; what you typed is still here."

async function sellerAt({ hasPageScript = true } = {}) {
  const { market, page: seller } = await aSeller(server, browser)
  if (!hasPageScript) await seller.route(/\/assets\/small\//, (route) => route.abort())
  const product = await aProduct(server.database.db, market, { name: "Sugar melon" })
  await seller.goto(`/edit-product?product=${product.id}`)
  await hydrated(seller)
  return { market, product, seller }
}

/** Lets the next form arrive at the server, but loses the response. */
async function loseTheAnswer(page: Page) {
  let isLost = false
  await page.route(/\.data(\?|$)|\/product-photo$/, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback()
    isLost = true
    await route.fetch({ maxRedirects: 0 })
    await route.abort("connectionreset")
  })
}

const offline = async (page: Page) => {
  browser.expectProblem(
    /manifest patches|WebSocket connection to|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/,
  )
  await page.context().setOffline(true)
}

describe("a form that is lost with the network", () => {
  it("stays as it was filled in, and is sent again when the network is back", {
    tags: ["WEAK-6"],
  }, async () => {
    const { seller, product } = await sellerAt()
    await offline(seller)
    await seller.getByLabel("Description").fill("Picked this morning.")
    await seller.getByLabel("Price", { exact: true }).fill("4.75")
    await seller.getByRole("button", { name: "Update" }).click()
    await expect(seller.getByText(LOST)).toBeVisible()
    await expect(seller.getByLabel("Description")).toHaveValue("Picked this morning.")
    await expect(seller.getByLabel("Price", { exact: true })).toHaveValue("4.75")
    await seller.context().setOffline(false)
    await seller.getByRole("button", { name: "Update" }).click()
    const description = async () => {
      const [row] = await server.database.db.select().from(products).where(eq(products.id, product.id))
      return row!.description
    }
    await expect.poll(description).toBe("Picked this morning.")
    await expect(seller.getByRole("button", { name: "Update" })).toBeVisible()
    await expect(seller.getByText("Something fell off the cart")).toHaveCount(0)
  })

  it("is shown as done where it had arrived", { tags: ["WEAK-6"] }, async () => {
    const { seller, market } = await sellerAt()
    browser.expectProblem(/ERR_CONNECTION_RESET/)
    const photos = () =>
      server.database.db.select().from(images).where(eq(images.ownerId, market.actor.userId))
    await loseTheAnswer(seller)
    await seller.getByLabel("Photo", { exact: true }).setInputFiles(await aPhoto("picture.jpg", "red"))
    await expect(seller.getByText("We couldn't upload the photo. Check your connection")).toBeVisible()
    await expect(listed(seller, "Photos")).toHaveCount(1)
    await seller.getByRole("button", { name: "Try again" }).click()
    await expect(seller.getByRole("list", { name: "Photos uploading" })).toHaveCount(0)
    await expect(listed(seller, "Photos")).toHaveCount(1)
    expect(await photos()).toHaveLength(1)
  })

  it("leaves the reader where they stood, with the keyboard too, before the small script has come", {
    tags: ["WEAK-6"],
  }, async () => {
    browser.expectProblem(/ERR_FAILED/)
    const { seller } = await sellerAt({ hasPageScript: false })
    await offline(seller)
    const button = seller.getByRole("button", { name: "Update" })
    await button.press("Enter")
    await expect(seller.getByText(LOST)).toBeVisible()
    await expect(button).toBeFocused()
  })
})

it("a form that the browser itself sends leaves the open page where it is, and can be sent afterwards", {
  tags: ["WEAK-6"],
}, async () => {
  const { seller } = await sellerAt()
  const address = seller.url()
  await seller.locator("summary.round").first().click()
  const signOut = seller.getByRole("button", { name: "Sign out" })
  await offline(seller)
  await signOut.click()
  await expect(seller.getByText("You're offline. This page stays")).toBeVisible()
  expect(seller.url()).toBe(address)
  await seller.context().setOffline(false)
  await signOut.click()
  await seller.waitForURL("**/market")
})

describe("what may be sent twice", () => {
  it("goes into the cart once, when the network is back", { tags: ["WEAK-7"] }, async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, ctx } = await shopperWith(server, browser, [])
    await page.goto(`/view-product?product=${melon.id}`)
    await hydrated(page)
    await loseTheAnswer(page)
    browser.expectProblem(/ERR_CONNECTION_RESET/)
    await page.getByRole("button", { name: "Add to the Cart", exact: true }).click()
    await page.waitForURL("**/market-info?market=*")
    const { lines } = await viewCart(ctx)
    expect(lines.map(({ quantity }) => quantity)).toEqual([1])
  })

  it("is a quantity that was changed without a network, and no page is lost", {
    tags: ["WEAK-7"],
  }, async () => {
    const { melon } = await twoMarkets(server.database.db)
    const { page, ctx } = await shopperWith(server, browser, [{ productId: melon.id }])
    await page.goto("/shopping-cart")
    await hydrated(page)
    await offline(page)
    await page.getByLabel("Quantity").selectOption("3")
    await expect(page.getByText("There's no connection.")).toBeVisible()
    await expect(page.getByLabel("Quantity")).toHaveValue("3")
    await page.context().setOffline(false)
    const quantities = async () => (await viewCart(ctx)).lines.map(({ quantity }) => quantity)
    await expect.poll(quantities).toEqual([3])
    await expect(page.getByText("$37.02").first()).toBeVisible()
  })
})

it("a link to a page whose script the server has no more loads the document of the version that runs", {
  tags: ["WEAK-5"],
}, async () => {
  const { page } = await aSeller(server, browser)
  browser.expectProblem(/404 for script|Error loading route|Failed to fetch dynamically/)
  await page.goto("/edit-product")
  await hydrated(page)
  await page.evaluate(() => document.body.setAttribute("data-same", ""))
  await page.route(/\/assets\/(add-product|product-form)-.*\.js/, (route) =>
    route.fulfill({ status: 404, body: "" }),
  )
  const follow = () => page.getByRole("link", { name: "Insert a Product" }).first().press("Enter")
  await follow()
  await expect(page.locator("body[data-same]")).toHaveCount(0)
  await page.unrouteAll()
  await hydrated(page)
  await follow()
  await page.waitForURL("**/add-product")
})
