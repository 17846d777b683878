import { eq } from "drizzle-orm"
import type { Locator, Page, Route } from "playwright"
import { describe, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { deliveries, markets } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { phonePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage, signedIn } = inBaltimore(server, browser)

/** The requests of the page's loader. */
const VIEW = "**/deliveries.data*"
const drawn = (page: Page) => expect(page.locator(".maplibregl-canvas")).toBeVisible()

describe("a courier's pages on a phone", { tags: ["A11Y-1"] }, () => {
  it("have no fault of accessibility by day or by night, nor are they too wide", async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const visitor = await browser.visit(server.url, { viewport: "phone" })
    for (const path of ["/express", "/express?tab=register"]) {
      await visitor.goto(path)
      await expectUsable(visitor)
    }
    const dora = await aCourier(server.database.db)
    const page = await signedIn(dora.actor, { viewport: "phone", map: true, context: ON_THE_MAP })
    for (const path of ["/express-dashboard", "/all-deliveries", "/stripe", "/requirement-express"]) {
      await page.goto(path)
      await hydrated(page)
      await expectUsable(page)
    }
    await page.goto("/deliveries")
    await drawn(page)
    await expect(page.getByRole("button", { name: `Take order ${order.number}` }).first()).toBeVisible()
    await expectUsable(page)
    await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
    await page.goto("/deliveries")
    await drawn(page)
    await expect(page.getByRole("button", { name: "Pick up", exact: true })).toBeVisible()
    await expectUsable(page)
  })

  it("have none either if our scripts do not load", async () => {
    const { deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const dora = await aCourier(server.database.db)
    const page = await signedIn(dora.actor, { viewport: "phone" })
    // JavaScript stays on, because the accessibility checker is a script.
    await page.route("**/*", (route) =>
      route.request().resourceType() === "script" ? route.abort() : route.fallback(),
    )
    await page.goto("/deliveries")
    await expectUsable(page)
    await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
    await page.goto("/deliveries")
    await expectUsable(page)
  })
})

async function expectUsable(page: Page) {
  expect(await accessibilityFaults(page), page.url()).toEqual([])
  expect(await pixelsTooWide(page), page.url()).toBeLessThanOrEqual(0)
}

it("is used by the keyboard alone: marker, window, take, pick up", { tags: ["A11Y-3"] }, async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ map: true })
  const marker = courier.getByRole("button", { name: market.name, exact: true })
  await marker.focus()
  await courier.keyboard.press("Enter")
  const window = courier.locator(".maplibregl-popup")
  await expect(window.getByRole("heading", { name: market.name })).toBeVisible()
  const take = window.getByRole("button", { name: `Take order ${order.number}` })
  // The focus moved into the map's window.
  await courier.keyboard.press("Tab")
  await expect(window.getByRole("link", { name: "212-555-0134" })).toBeFocused()
  await courier.keyboard.press("Tab")
  await expect(take).toBeFocused()
  await courier.keyboard.press("Escape")
  await expect(window).toHaveCount(0)
  await expect(marker).toBeFocused()
  await courier.keyboard.press("Enter")
  await expect(take).toBeVisible()
  await take.focus()
  await courier.keyboard.press("Enter")
  // The same window, which now shows the next step.
  const pickUp = window.getByRole("button", { name: `Pick up order ${order.number}` })
  await expect(pickUp).toBeVisible()
  await pickUp.focus()
  await courier.keyboard.press("Enter")
  await expect(courier.getByText("600 E Pratt St")).toBeVisible()
})

it("puts the sheet beside the map from 768 px on, and over its lower half below", {
  tags: ["DELIV-26"],
}, async () => {
  const courier = await courierPage({ viewport: "tablet", map: true })
  const sheet = courier.getByRole("region", { name: "Your deliveries" })
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().width)).toBe(400)
  await courier.setViewportSize({ width: 767, height: 1024 })
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().width)).toBe(767)
  await courier.setViewportSize({ width: 375, height: 812 })
  await expect(courier.getByRole("button", { name: "Allow Location Access" })).toBeVisible()
})

/** True if nothing covers the element once the map has stopped moving. */
const isUncovered = (locator: Locator) =>
  expect
    .poll(
      () =>
        locator.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }),
      { timeout: 15_000 },
    )
    .toBe(true)

it("shows the window of a marker whole on a phone, with nothing over it", {
  tags: ["DELIV-26"],
}, async () => {
  const { market, offer } = await aBaltimoreOrder()
  const courier = await courierPage({ viewport: "phone", map: true })
  await expect(courier.locator("html")).toHaveAttribute("data-live", "live")
  await drawn(courier)
  await offer()
  await courier.getByRole("button", { name: "New Order" }).click()
  const title = courier.locator(".maplibregl-popup").getByRole("heading", { name: market.name })
  await isUncovered(title)
})

it("makes room for the window of a marker that is tapped on a phone", { tags: ["DELIV-26"] }, async () => {
  const { market, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ viewport: "phone", map: true })
  await drawn(courier)
  await courier.getByRole("button", { name: market.name, exact: true }).click()
  await isUncovered(courier.locator(".maplibregl-popup").getByRole("heading", { name: market.name }))
  await isUncovered(courier.locator(".maplibregl-popup").getByRole("button", { name: /^Take order/ }))
})

it("shows a location that Google found in the list, but on no other map", { tags: ["MAP-7"] }, async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await server.database.db.update(markets).set({ positionSource: "google" }).where(eq(markets.id, market.id))
  await offer()
  const courier = await courierPage({ map: true })
  await drawn(courier)
  await expect(courier.getByRole("button", { name: `Take order ${order.number}` })).toHaveCount(1)
  await expect(courier.getByRole("button", { name: market.name, exact: true })).toHaveCount(0)
})

it("tells the courier that their taken order was canceled, and the customer why", {
  tags: ["ORDER-9", "DELIV-25"],
}, async () => {
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
  await expect(buyer.locator(".status-now")).toHaveText(/ is on the way to the market$/)
  await cancelSellerOrder(ctxFor(server.database, market.actor), {
    orderId: order.id,
    reason: "The frost took the melons.",
  })
  await expect(
    courier.getByText(`Order ${order.number} from ${market.name} was canceled: “The frost took the melons.”`),
  ).toBeVisible()
  await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
  await courier.getByRole("button", { name: "OK" }).click()
  await expect(courier.getByText("was canceled")).toHaveCount(0)
  await courier.reload()
  await expect(courier.getByText("was canceled")).toHaveCount(0)
  await expect(buyer.getByText("The market canceled this order: “The frost took the melons.”")).toBeVisible()
})

it("says so too if the order was canceled before the courier's page had loaded its delivery", {
  tags: ["DELIV-25"],
}, async () => {
  const { market, order, deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage()
  await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
  const cancelled = Promise.withResolvers<void>()
  await courier.route(VIEW, async (route) => {
    await cancelled.promise
    await route.continue()
  })
  await courier
    .getByRole("button", { name: `Take order ${order.number}` })
    .first()
    .click()
  await expect.poll(() => isTaken(deliveryId)).toBe(true)
  await cancelSellerOrder(ctxFor(server.database, market.actor), {
    orderId: order.id,
    reason: "The frost took the melons.",
  })
  cancelled.resolve()
  await expect(
    courier.getByText(`Order ${order.number} from ${market.name} was canceled: “The frost took the melons.”`),
  ).toBeVisible()
})

async function isTaken(deliveryId: string): Promise<boolean> {
  const [delivery] = await server.database.db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
  return delivery?.courierId != null
}

it("keeps the courier's chosen photo when lists arrive out of order after Pick up", {
  tags: ["DELIV-24"],
}, async () => {
  const { deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const dora = await aCourier(server.database.db)
  await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
  const courier = await signedIn(dora.actor, { context: ON_THE_MAP })
  await courier.goto("/deliveries")
  await hydrated(courier)
  const file = await phonePhoto()
  const held: Route[] = []
  await courier.route(VIEW, (route) => void held.push(route))
  await courier.getByRole("button", { name: "Pick up", exact: true }).click()
  const photo = courier.getByLabel("Photo of the delivered order")
  await photo.setInputFiles(file)
  // By now, the queue has requested the list. Another request follows, as for every message from a room.
  await expect(courier.locator(".toast", { hasText: "Picked up." })).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const before = held.length
  await courier.evaluate(() => void dispatchEvent(new Event("online")))
  await expect.poll(() => held.length).toBeGreaterThan(before)
  const last = held.pop()
  // The router has dropped these; whatever still arrives of them changes nothing.
  for (const route of held.splice(0)) await route.continue().catch(() => {})
  await courier.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await last?.continue()
  expect(await photo.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1)
  await courier.unroute(VIEW)
  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
})
