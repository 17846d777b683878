import jsQR from "jsqr"
import type { Page } from "playwright"
import sharp from "sharp"
import { describe, it } from "vitest"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const browser = useBrowser()

async function aSellerWithOrders(count: number) {
  const { db } = server.database
  const { market, page } = await aSeller(server, browser)
  const product = await aProduct(db, market, { name: "Sugar melon" })
  const sale = { market, product, customer: await aCustomer(db) }
  const orders = []
  for (let made = 0; made < count; made++)
    orders.push(await anOrder(db, { ...sale, fulfilment: made % 2 ? "delivery" : "pickup" }))
  return { market, page, orders }
}

/** The pages of paper that the page prints to. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

describe("the pick list", () => {
  it("fits every screen, without accessibility faults, and changes as orders do", {
    tags: ["A11Y-6", "A11Y-8", "SALE-61"],
  }, async () => {
    const { market, page, orders } = await aSellerWithOrders(3)
    for (const path of ["/pick-list", "/pick-list?view=order", "/packing-slips", "/labels"]) {
      await page.goto(path)
      for (const viewport of Object.values(VIEWPORTS)) {
        await page.setViewportSize(viewport)
        expect(await pixelsTooWide(page), `${path} at ${viewport.width} px`).toBe(0)
      }
      expect(await accessibilityFaults(page), path).toEqual([])
    }
    await page.goto("/pick-list")
    await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
    const seller = ctxFor(server.database, market.actor)
    await cancelSellerOrder(seller, { orderId: orders[0]!.id, reason: "The frost took them." })
    await expect(page.getByText(/^.*2 orders, 2 lines, 1 product\./)).toBeVisible()
  })

  it("is printed without navigation and buttons, by its button", { tags: ["SALE-61"] }, async () => {
    const { page } = await aSellerWithOrders(2)
    await page.goto("/pick-list")
    await hydrated(page)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "")
    })
    await page.getByRole("button", { name: "Print" }).click()
    await expect(page.locator("body[data-printed]")).toBeAttached()
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    await expect(page.getByRole("heading", { name: "Sugar melon" })).toBeVisible()
    for (const role of ["navigation", "button", "contentinfo"] as const)
      await expect(page.getByRole(role)).toHaveCount(0)
    expect(await sheetsOf(page)).toBe(1)
  })
})

describe("what is printed for bags", () => {
  it("has one order a page on packing slips", { tags: ["SALE-62"] }, async () => {
    const { page } = await aSellerWithOrders(3)
    await page.goto("/packing-slips")
    expect(await sheetsOf(page)).toBe(3)
  })

  it("has ten labels of 2 × 4 inches a page, whose QR code is the order's number", {
    tags: ["SALE-63"],
  }, async () => {
    const { page, orders } = await aSellerWithOrders(20)
    await page.goto("/labels")
    expect(await sheetsOf(page)).toBe(2)
    const first = page.getByRole("img", { name: `QR code of order ${orders[0]!.number}` })
    expect(await scan(await first.screenshot())).toBe(String(orders[0]!.number))
    await page.emulateMedia({ media: "print" })
    const label = await page.locator(".bag-label").first().boundingBox()
    expect([label?.width, label?.height]).toEqual([4 * 96, 2 * 96])
    expect(await scan(await first.screenshot())).toBe(String(orders[0]!.number))
  })
})

async function scan(screenshot: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
