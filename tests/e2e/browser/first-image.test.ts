import type { Page } from "playwright"
import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const SQUARE = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`

/** The widths of the images that a page requests. */
async function widthsOf(page: Page): Promise<number[]> {
  const widths: number[] = []
  await page.route("**/images/**", (route) => {
    widths.push(Number(new URL(route.request().url()).searchParams.get("w")))
    return route.fulfill({ contentType: "image/svg+xml", body: SQUARE })
  })
  return widths
}

it("asks for a product's picture once, and as large as a phone shows it", { tags: ["PROD-10"] }, async () => {
  const { db } = server.database
  const product = await aProduct(db, await aMarket(db))
  await giveImages(db, product, ["melon-alone"])
  const { page } = await shopperWith(server, browser, [], { viewport: "phone" })
  const widths = await widthsOf(page)
  await page.goto(`/view-product?product=${product.id}`, { waitUntil: "load" })
  expect(widths).toEqual([384])
})

it("shows a market's things two by two on a phone, each picture a light one, and smaller than its words", {
  tags: ["MARKET-9", "WEAK-13"],
}, async () => {
  const { db } = server.database
  // This works even with a short name.
  const market = await aMarket(db, { name: "Oak" })
  for (const name of ["one", "two", "three", "four"])
    await giveImages(db, await aProduct(db, market), [`tile-${name}`])
  const { page } = await shopperWith(server, browser, [], {
    viewport: "phone",
    context: { deviceScaleFactor: 3 },
  })
  const widths = await widthsOf(page)
  await page.goto(`/market-info?market=${market.id}&category=Vegetables`, { waitUntil: "load" })
  const boxes = await page
    .locator(".tile")
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).offsetTop))
  expect(boxes[0]).toBe(boxes[1])
  expect(boxes[2]).toBeGreaterThan(boxes[1]!)
  await expect.poll(() => widths.length).toBeGreaterThan(0)
  expect(Math.max(...widths)).toBeLessThanOrEqual(384)
  const { words, image } = await page.evaluate(() => {
    const size = (one: Range | Element) =>
      one.getBoundingClientRect().width * one.getBoundingClientRect().height
    const paragraphs = [...document.querySelectorAll(".market-top p")].map((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      return size(range)
    })
    return { words: Math.max(...paragraphs), image: size(document.querySelector(".tile img")!) }
  })
  expect(words).toBeGreaterThan(image)
})
