import type { Page } from "playwright"
import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct, givePictures } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { useServer } from "#tests/support/server.ts"
import { AUTH_SECRET, shopperWith } from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()
const SQUARE = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`

/** The widths of the pictures that a page asks for. */
async function widthsOf(page: Page): Promise<number[]> {
  const widths: number[] = []
  await page.route("**/images/**", (route) => {
    widths.push(Number(new URL(route.request().url()).searchParams.get("w")))
    return route.fulfill({ contentType: "image/svg+xml", body: SQUARE })
  })
  return widths
}

it("asks for a product's picture once, and as large as a phone shows it", async () => {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db))
  await givePictures(db, product, ["melon-alone"])
  const { page } = await shopperWith(server, browser, [], { viewport: "phone" })
  const widths = await widthsOf(page)
  await page.goto(`/view-product?product=${product.id}`, { waitUntil: "load" })
  expect(widths).toEqual([384])
})

it("shows a market's things two by two on a phone, each picture a light one", async () => {
  const { db } = server.database
  const market = await aMarket(db)
  for (const name of ["one", "two", "three", "four"])
    await givePictures(db, await aProduct(db, market), [`tile-${name}`])
  const { page } = await shopperWith(server, browser, [], {
    viewport: "phone",
    context: { deviceScaleFactor: 3 },
  })
  const widths = await widthsOf(page)
  await page.goto(`/market-info?market=${market.id}`, { waitUntil: "load" })
  const boxes = await page
    .locator(".tile")
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).offsetTop))
  expect(boxes[0]).toBe(boxes[1])
  expect(boxes[2]).toBeGreaterThan(boxes[1]!)
  await expect.poll(() => widths.length).toBeGreaterThan(0)
  expect(Math.max(...widths)).toBeLessThanOrEqual(384)
})

it("paints a market's words larger than any picture of its things, however short its name is", async () => {
  const { db } = server.database
  const market = await aMarket(db, { name: "Oak" })
  await givePictures(db, await aProduct(db, market), ["tile-oak"])
  const { page } = await shopperWith(server, browser, [], { viewport: "phone" })
  await widthsOf(page)
  await page.goto(`/market-info?market=${market.id}`)
  const [words, picture] = await page.evaluate(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(".market-head p")!)
    return [range, document.querySelector(".tile img")!].map((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width * height
    })
  })
  expect(words).toBeGreaterThan(picture!)
})

it("says a number with the cart and the bell where there is one, and nothing of it where there is none", async () => {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db))
  const { page } = await shopperWith(server, browser, [{ productId: product.id }])
  await page.goto("/home")
  await expect(page.getByRole("link", { name: "Shopping cart 1 in it", exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible()
})

it.each([true, false])(
  "thanks nobody who has bought nothing just now, and says of an empty cart that there is nothing to pay (JavaScript: %s)",
  async (javaScript) => {
    const { db } = server.database
    const market = await aMarket(db)
    const product = await aProduct(db, market)
    const { page, customer } = await shopperWith(server, browser, [], { javaScript })
    await page.goto("/thanks-for-shopping")
    await expect(page).toHaveURL(/\/customer-orders$/)
    await anOrder(db, { customer, market, product })
    await page.goto("/thanks-for-shopping")
    await expect(page.getByText("Your order is placed")).toBeVisible()
    await page.goto("/pay")
    await expect(page.getByText("there is nothing to pay")).toBeVisible()
  },
)
