import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { products } from "#db/schema/index.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import type { PageOptions, TestBrowser } from "./browser.ts"
import { expect } from "./expect.ts"
import { aPhoto } from "./images.ts"
import type { Site } from "./server.ts"
import { signIn } from "./sign-in.ts"

/** A signed-in seller of a market that may sell. */
export async function aSeller(server: Site, browser: TestBrowser, options: PageOptions = {}) {
  const market = await aMarket(server.database.db)
  const page = await browser.visit(server.url, options)
  await signIn(page, server, market.actor)
  return { market, page }
}

/** Returns the products of a market from the database. */
export const productsOf = (server: Site, marketId: string) =>
  server.database.db.select().from(products).where(eq(products.marketId, marketId))

export const next = (page: Page, name = "Next") => page.getByRole("button", { name, exact: true }).click()
export const listed = (page: Page, what: "Sizes" | "Photos") =>
  page.getByRole("list", { name: `${what} in the list` }).getByRole("listitem")

export async function addImages(page: Page, colours: string[]) {
  for (const colour of colours) {
    const before = await listed(page, "Photos").count()
    await page.getByLabel("Photo", { exact: true }).setInputFiles(await aPhoto("picture.jpg", colour))
    // With JavaScript, the image is uploaded without a button.
    const add = page.getByRole("button", { name: "Add the photo" })
    if (await add.isVisible()) await add.click()
    await expect(listed(page, "Photos")).toHaveCount(before + 1)
  }
}

export async function addSize(page: Page, size: string, quantity: string, price: string) {
  const before = await listed(page, "Sizes").count()
  await page.getByLabel("Size", { exact: true }).selectOption(size)
  await page.getByLabel("Quantity").selectOption(quantity)
  await page.getByLabel("Price", { exact: true }).fill(price)
  await page.getByRole("button", { name: "Add the size" }).click()
  return before
}

export async function toImages(page: Page) {
  await page.goto("/add-product")
  await page.getByLabel("Category").selectOption("Fruits")
  await page.getByLabel("Price", { exact: true }).fill("2.5")
  await next(page)
  await page.getByLabel("Section").selectOption({ index: 1 })
  await page.getByLabel("Product name").fill("Plums")
  await page.getByLabel("Description").fill("Sweet and blue.")
  await next(page)
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible()
}
