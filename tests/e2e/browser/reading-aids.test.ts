import { describe, it } from "vitest"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage } = inBaltimore(server, browser)

/** A window of 1280 × 1024 that is zoomed in to 400%. */
const ZOOMED = { width: 320, height: 256 }

async function sellerWithOrders(count: number) {
  const { market, page } = await aSeller(server, browser)
  const { db } = server.database
  const customer = await aCustomer(db)
  const product = await aProduct(db, market, { name: "Sugar melon" })
  const orders = []
  for (let made = 0; made < count; made++) orders.push(await anOrder(db, { customer, market, product }))
  return { market, page, product, orders }
}

describe("with the keyboard alone", () => {
  it("a dialog is modal when it is rendered, and gives the focus back to what opened it", {
    tags: ["A11Y-5"],
  }, async () => {
    const { page, product } = await sellerWithOrders(0)
    await page.goto(`/edit-product?product=${product.id}`)
    await hydrated(page)
    const opener = page.getByRole("link", { name: "Delete", exact: true })
    const firstSeen = page.evaluate(
      () =>
        new Promise<boolean>((seen) => {
          const watch = new MutationObserver(() => {
            const dialog = document.querySelector("dialog")
            if (dialog) seen(dialog.matches(":modal"))
          })
          watch.observe(document.body, { childList: true, subtree: true })
        }),
    )
    await opener.press("Enter")
    expect(await firstSeen, "modal when it is rendered").toBe(true)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.press("Enter")
    await page.getByRole("link", { name: "Keep it" }).press("Enter")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(opener).toBeFocused()
    // A dialog that was opened by its URL.
    await page.goto(`/edit-product?product=${product.id}&dialog=delete`)
    await hydrated(page)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  it("a page that comes without a document says its title", { tags: ["A11Y-6"] }, async () => {
    const { page } = await sellerWithOrders(0)
    await page.goto("/edit-product")
    await hydrated(page)
    await expect(page.locator("#page-announcer")).toHaveCount(0)
    await page.getByRole("link", { name: "Insert a Product" }).first().press("Enter")
    await page.waitForURL("**/add-product")
    await expect(page.locator("#page-announcer")).toHaveText("Insert a Product — Pushcart")
  })

  it("a seller's products have no gap in their headings", { tags: ["A11Y-6"] }, async () => {
    const { page } = await sellerWithOrders(0)
    await page.goto("/all-my-products")
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

describe("an order's status that was set from elsewhere", () => {
  it("stands in the dropdown, so that Update does not undo it", { tags: ["SALE-13"] }, async () => {
    const { market, page, orders } = await sellerWithOrders(1)
    const [{ id, number }] = orders as [(typeof orders)[number]]
    const seller = ctxFor(server.database, market.actor)
    await setPickupStatus(seller, { orderId: id, status: "ready to pick up" })
    await page.goto("/marketOrders")
    await hydrated(page)
    const dropdown = page.getByLabel(`Status of order ${number}`)
    await expect(dropdown).toHaveValue("ready to pick up")
    await setPickupStatus(seller, { orderId: id, status: "pending" })
    await page.evaluate(() =>
      window.dispatchEvent(new CustomEvent("pushcart:live", { detail: { type: "resync", data: null } })),
    )
    await expect(page.locator("li.card .status-now")).toHaveCount(0)
    await expect(dropdown).toHaveValue("pending")
  })
})

describe("on paper", () => {
  it("a list that scrolls on the screen is printed whole", { tags: ["A11Y-7"] }, async () => {
    const { page, orders } = await sellerWithOrders(9)
    await page.goto("/marketOrders")
    const area = page.getByRole("region", { name: "All Uncompleted Orders" })
    const hidden = () => area.evaluate((list) => list.scrollHeight - list.clientHeight)
    expect(await hidden()).toBeGreaterThan(0)
    await page.emulateMedia({ media: "print" })
    expect(await hidden()).toBe(0)
    await expect(page.getByText(`Order ${orders.at(-1)!.number}`)).toBeVisible()
  })
})

it("a list that scrolls on a wide screen is as long as it is on a phone", { tags: ["A11Y-8"] }, async () => {
  const { page } = await sellerWithOrders(9)
  await page.goto("/marketOrders")
  const area = page.getByRole("region", { name: "All Uncompleted Orders" })
  const hidden = () => area.evaluate((list) => list.scrollHeight - list.clientHeight)
  expect(await hidden()).toBeGreaterThan(0)
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await hidden()).toBe(0)
})

describe("zoomed in to 400%", () => {
  it("the zip field shows a whole zip, and a market's registration stands on the screen", {
    tags: ["A11Y-8"],
  }, async () => {
    const page = await browser.visit(server.url, { context: { viewport: ZOOMED } })
    await aMarket(server.database.db)
    await page.goto("/home")
    const zip = page.getByLabel("Zip", { exact: true })
    await zip.fill("10001")
    expect(await zip.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
    await page.goto("/market?tab=register")
    expect(await pixelsTooWide(page)).toBe(0)
  })

  it("a product stays on the screen whose name and description are one long word each", {
    tags: ["A11Y-8"],
  }, async () => {
    const { db } = server.database
    const market = await aMarket(db)
    const product = await aProduct(db, market, {
      name: "Super".repeat(24),
      description: "fragile".repeat(80),
    })
    const page = await browser.visit(server.url, { context: { viewport: ZOOMED } })
    await signIn(page, server, (await aCustomer(db)).actor)
    await page.goto(`/view-product?product=${product.id}`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.name)
    expect(await pixelsTooWide(page)).toBe(0)
  })

  it("a deliverer's list lies under the map, whole", { tags: ["A11Y-8"] }, async () => {
    const { offer } = await aBaltimoreOrder()
    await offer()
    const page = await courierPage({ map: true, context: { ...ON_THE_MAP, viewport: ZOOMED } })
    const sheet = page.getByRole("region", { name: "Your deliveries" })
    await expect(sheet.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
    expect(await sheet.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
    expect(await pixelsTooWide(page)).toBe(0)
  })
})
