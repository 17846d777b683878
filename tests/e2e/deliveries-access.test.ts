import { eq } from "drizzle-orm"
import type { Locator } from "playwright"
import { expect } from "playwright/test"
import { describe, it } from "vitest"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { markets } from "#db/schema/index.ts"
import { aDeliverer } from "#tests/factories/people.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { useServer } from "#tests/support/server.ts"
import { inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage, signedIn } = inBaltimore(server, browser)

const WAYS: { name: string; options: PageOptions }[] = [
  { name: "by day", options: { viewport: "phone" } },
  { name: "by night", options: { viewport: "phone", context: { ...ON_THE_MAP, colorScheme: "dark" } } },
  { name: "without JavaScript", options: { viewport: "phone", javaScript: false } },
]

describe.each(WAYS)("the deliverer's pages $name", ({ options }) => {
  it("have no fault of accessibility, nor are they wider than a phone", async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const visitor = await browser.visit(server.url, options)
    for (const path of ["/express", "/express?tab=register"]) {
      await visitor.goto(path)
      expect(await accessibilityFaults(visitor), path).toEqual([])
      expect(await pixelsTooWide(visitor), path).toBeLessThanOrEqual(0)
    }
    const dora = await aDeliverer(server.database.db)
    const page = await signedIn(dora.actor, { context: ON_THE_MAP, ...options })
    const whole = async (path: string) => {
      await page.goto(path)
      if (path === "/deliveries" && options.javaScript !== false)
        await expect(page.locator(".maplibregl-canvas")).toBeVisible()
      expect(await accessibilityFaults(page), path).toEqual([])
      expect(await pixelsTooWide(page), path).toBeLessThanOrEqual(0)
    }
    for (const path of ["/express-dashboard", "/all-deliveries", "/stripe", "/requirement-express"])
      await whole(path)
    await whole("/deliveries")
    await expect(page.getByRole("button", { name: `Take order ${order.number}` }).first()).toBeVisible()
    await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
    await whole("/deliveries")
    await expect(page.getByRole("button", { name: "Give it back" })).toBeVisible()
  })
})

it("is used by the keyboard alone: marker, window, take, pick up", async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage()
  const marker = courier.getByRole("button", { name: market.name, exact: true })
  await marker.focus()
  await courier.keyboard.press("Enter")
  const window = courier.locator(".maplibregl-popup")
  await expect(window.getByRole("heading", { name: market.name })).toBeVisible()
  const take = window.getByRole("button", { name: `Take order ${order.number}` })
  // The focus went into the window, and stays within reach of Tab.
  for (let tabs = 0; tabs < 5 && !(await isFocused(take)); tabs++) await courier.keyboard.press("Tab")
  expect(await isFocused(take)).toBe(true)
  await courier.keyboard.press("Escape")
  await expect(window).toHaveCount(0)
  await expect(marker).toBeFocused()
  await courier.keyboard.press("Enter")
  await expect(take).toBeVisible()
  await take.focus()
  await courier.keyboard.press("Enter")
  const pickUp = courier.getByRole("button", { name: "Pick up" })
  await expect(pickUp).toBeVisible()
  await pickUp.focus()
  await courier.keyboard.press("Enter")
  await expect(courier.getByText("600 E Pratt St")).toBeVisible()
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

it("puts the sheet beside the map from 768 px on, and over its lower half below", async () => {
  const courier = await courierPage({ viewport: "tablet" })
  const sheet = courier.getByRole("region", { name: "Your deliveries" })
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().width)).toBe(400)
  await courier.setViewportSize({ width: 767, height: 1024 })
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().width)).toBe(767)
  await courier.setViewportSize({ width: 375, height: 812 })
  await expect(courier.getByRole("button", { name: "Allow Location Access" })).toBeVisible()
})

it("shows the window of a marker whole on a phone, with nothing over it", async () => {
  const { market, offer } = await aBaltimoreOrder()
  const courier = await courierPage({ viewport: "phone" })
  await expect(courier.locator("html")).toHaveAttribute("data-live", "live")
  await expect(courier.locator(".maplibregl-canvas")).toBeVisible()
  await offer()
  await courier.getByRole("button", { name: "New Order" }).click()
  const title = courier.locator(".maplibregl-popup").getByRole("heading", { name: market.name })
  await expect(title).toBeVisible()
  // The flight has ended when what is at the title's place is the title.
  await expect
    .poll(() =>
      title.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === element
      }),
    )
    .toBe(true)
})

it("keeps what Google found off another map, and in the list", async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await server.database.db.update(markets).set({ positionSource: "google" }).where(eq(markets.id, market.id))
  await offer()
  const courier = await courierPage()
  await expect(courier.locator(".maplibregl-canvas")).toBeVisible()
  await expect(courier.getByRole("button", { name: `Take order ${order.number}` })).toHaveCount(1)
  await expect(courier.getByRole("button", { name: market.name, exact: true })).toHaveCount(0)
})

it("says that a taken order is not the courier's any more when it was cancelled, and why to the customer", async () => {
  const { market, customer, order, offer } = await aBaltimoreOrder()
  await offer()
  const buyer = await signedIn(customer.actor)
  await buyer.goto(`/order?OrderID=${order.id}`)
  const courier = await courierPage()
  await courier
    .getByRole("button", { name: `Take order ${order.number}` })
    .first()
    .click()
  await expect(courier.getByRole("button", { name: "Give it back" })).toBeVisible()
  await expect(buyer.locator(".status-now")).toHaveText("taken")
  await cancelSellerOrder(ctxFor(server.database, market.actor), {
    orderId: order.id,
    reason: "The frost took the melons.",
  })
  await expect(courier.getByText(`Order ${order.number} is not yours any more`)).toBeVisible()
  await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
  await expect(buyer.getByText("This order was cancelled: The frost took the melons.")).toBeVisible()
})
