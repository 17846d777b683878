import type { Page } from "playwright"
import { expect as expectValue, it } from "vitest"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { eggsNearby } from "#tests/support/eggs-nearby.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { inBaltimore } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage } = inBaltimore(server, browser)

const SMALLEST = { width: 320, height: 640 }
/** The USDA's list has such names, and web addresses as streets. */
const NAME = "MarshallCountyFarmers'MarketAndBakeryOfTheGreaterWestmorelandNeighborhoodCouncil"
const STREET = "https://maps.app.goo.gl/aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFgHiJkLmNoPqRsT"

const expectOnScreen = async (page: Page, path: string) => {
  await page.goto(path)
  expectValue(await pixelsTooWide(page), path).toBeLessThanOrEqual(0)
}

it("keeps a market's name and street without a blank on the smallest phone, and says of how many markets the cart is", {
  tags: ["A11Y-102"],
}, async () => {
  const { db } = server.database
  const { place } = await eggsNearby(server)
  const customer = await aCustomer(db)
  const markets = [await aMarket(db, { name: NAME, address: STREET }), await aMarket(db, { name: NAME })]
  for (const market of markets) {
    const { id } = await aProduct(db, market)
    await addToCart(ctxFor(server.database, customer.actor), { productId: id, size: "", quantity: 1 })
  }
  const page = await browser.visit(server.url, { context: { viewport: SMALLEST } })
  await signIn(page, server, customer.actor)
  await expectOnScreen(page, `/market-info?market=${markets[0]!.id}`)
  await expectOnScreen(page, `/home?zip=${place.zip}&q=eggs`)
  await expect(page.locator(".cart-bar")).toContainText("From 2 markets")
  await expectOnScreen(page, "/shopping-cart")
  const link = page.getByRole("link", { name: /^Keep shopping at/ }).first()
  expectValue(await runsOut(link)).toBeLessThanOrEqual(0)
})

it("keeps the distance of a waiting delivery in its card on the smallest phone", {
  tags: ["A11Y-102"],
}, async () => {
  const { offer } = await aBaltimoreOrder()
  await offer()
  const page = await courierPage()
  await page.setViewportSize(SMALLEST)
  const distance = page.getByText("away in a straight line").first()
  await expect(distance).toBeVisible()
  expectValue(await runsOut(distance)).toBeLessThanOrEqual(0)
})

/** How far an element or its content overflows its card on the right, in pixels. */
const runsOut = (part: ReturnType<Page["locator"]>) =>
  part.evaluate((element) => {
    const card = element.closest(".card")
    if (!card) throw new Error("in no card")
    const right = element.getBoundingClientRect().left + Math.max(element.scrollWidth, element.clientWidth)
    return Math.round(right - card.getBoundingClientRect().right)
  })
