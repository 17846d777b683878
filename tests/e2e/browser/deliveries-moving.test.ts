import type { Page } from "playwright"
import { it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import { durationText } from "#core/places/duration.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import { DOOR, ROUTE } from "#tests/support/baltimore.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { at, inBaltimore, ON_THE_MAP, pressButton } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage, signedIn } = inBaltimore(server, browser)

type Place = { lat: number; lng: number }
/** The location of a courier who has to drive around, outside the area that the map was fitted to. */
const WEST: Place = { lat: 39.2917, lng: -76.645 }
const FARTHER_WEST: Place = { lat: 39.2917, lng: -76.652 }

async function onTheWay(options: { clock?: boolean } = {}) {
  const { order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ viewport: "phone", map: true, ...options })
  await courier.getByRole("button", { name: "Allow Location Access" }).click()
  await courier
    .getByRole("button", { name: `Take order ${order.number}` })
    .first()
    .click()
  await pressButton(courier, "Pick up")
  await expect(courier.locator(".sheet .route-time")).toContainText("to the customer")
  await expect(courier.locator(".courier-dot")).toBeAttached({ timeout: 30_000 })
  return courier
}

const moveTo = (courier: Page, place: Place) => courier.context().setGeolocation(at(place))

async function expectEstimate(courier: Page, from: Place) {
  const { distanceMiles, durationSeconds } = estimateRoute(from, DOOR)
  const time = courier.locator(".sheet .route-time")
  await expect(time).toContainText(`${formatMiles(distanceMiles)} to the customer`)
  await expect(time).toContainText(durationText(durationSeconds))
}

/** Whether the courier's own dot is visible on the part of the map that the sheet does not cover. */
const ownDot = (courier: Page) =>
  courier.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    const [dot, map, sheet] = [box(".courier-dot"), box(".courier-map"), box(".sheet")]
    const [x, y] = [dot.x + dot.width / 2, dot.y + dot.height / 2]
    return x > map.left && x < map.right && y > map.top && y < sheet.top
  })

it("shows the courier the remaining route at each new position after Pick up, and the map follows", {
  tags: ["DELIV-19"],
}, async () => {
  const courier = await onTheWay()
  await expectEstimate(courier, ROUTE[0]!)
  expect(await ownDot(courier)).toBe(true)
  await moveTo(courier, WEST)
  await expectEstimate(courier, WEST)
  await expect.poll(() => ownDot(courier)).toBe(true)
  for (const place of ROUTE.slice(1)) {
    await moveTo(courier, place)
    await expectEstimate(courier, place)
    await expect.poll(() => ownDot(courier)).toBe(true)
  }
  await expect(courier.locator(".sheet .route-time")).toContainText("1 min less than 0.1 miles")
})

it("does not move the map that the courier has dragged", { tags: ["DELIV-19"] }, async () => {
  const courier = await onTheWay()
  await moveTo(courier, WEST)
  await expect.poll(() => ownDot(courier)).toBe(true)
  await courier.mouse.move(320, 250)
  await courier.mouse.down()
  await courier.mouse.move(40, 250, { steps: 10 })
  await courier.mouse.move(40, 250)
  await courier.mouse.up()
  await expect.poll(() => ownDot(courier)).toBe(false)
  await moveTo(courier, FARTHER_WEST)
  await expectEstimate(courier, FARTHER_WEST)
  expect(await ownDot(courier)).toBe(false)
})

it("is watched again on a page opened during a delivery, if the browser has permission", {
  tags: ["DELIV-16"],
}, async () => {
  const { order, deliveryId, offer } = await aBaltimoreOrder()
  await offer()
  const dora = await aCourier(server.database.db)
  const page = await signedIn(dora.actor, { map: true, context: ON_THE_MAP })
  const allow = page.getByRole("button", { name: "Allow Location Access" })
  await page.goto("/deliveries")
  await hydrated(page)
  await expect(page.getByRole("button", { name: `Take order ${order.number}` }).first()).toBeVisible()
  await expect(allow).toBeVisible()
  await takeDelivery(ctxFor(server.database, dora.actor), deliveryId)
  await page.goto("/deliveries")
  await expect(page.locator(".courier-dot")).toBeAttached({ timeout: 30_000 })
  await expect(allow).toHaveCount(0)
})

it("reports a courier who does not move repeatedly, as long as they see the page", {
  tags: ["DELIV-135"],
}, async () => {
  const courier = await onTheWay({ clock: true })
  await courier.clock.pauseAt(await courier.evaluate(() => Date.now() + 1_000))
  const told: Place[] = []
  courier.on("request", (request) => {
    if (!request.url().includes("/pushcartexpress/position")) return
    const { lat, lng } = request.postDataJSON()
    told.push({ lat, lng })
  })
  await moveTo(courier, WEST)
  await expectEstimate(courier, WEST)
  await courier.clock.runFor(1_000)
  await expect.poll(() => told).toEqual([WEST])
  await courier.clock.runFor(26_000)
  await expect.poll(() => told).toEqual([WEST, WEST])
  await courier.clock.runFor(26_000)
  await expect.poll(() => told.length).toBe(3)
  await courier.evaluate(() =>
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true }),
  )
  await courier.clock.runFor(60_000)
  await courier.evaluate(() =>
    Object.defineProperty(document, "hidden", { configurable: true, get: () => false }),
  )
  expect(told).toHaveLength(3)
  await courier.clock.runFor(26_000)
  await expect.poll(() => told.length).toBe(4)
})

it("calculates the order's time when asked, and remembers the location's permission while the map is open", {
  tags: ["DELIV-18", "DELIV-29"],
}, async () => {
  const { order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ viewport: "phone", map: true })
  const locationCookies = async () =>
    (await courier.context().cookies()).filter(({ name }) => name === "location").map(({ value }) => value)
  const sheet = courier.locator(".sheet")
  const route = sheet.locator(".route-time")
  expect(await locationCookies()).toEqual([])
  await courier
    .getByRole("button", { name: `Take order ${order.number}` })
    .first()
    .click()
  await expect(route).toContainText("to the market")
  expect(await locationCookies()).toEqual(["true"])
  const calculated = courier.waitForResponse(/\/pushcartexpress\/directions/)
  await sheet.getByRole("button", { name: "Calculate Order Time" }).click()
  expect((await calculated).status()).toBe(200)
  await expect(route).toContainText("to the market")
  await courier.locator("summary", { hasText: "Your menu" }).click()
  await courier.getByRole("link", { name: "Profile" }).click()
  await courier.waitForURL("**/express-dashboard")
  await expect.poll(locationCookies).toEqual([])
})
