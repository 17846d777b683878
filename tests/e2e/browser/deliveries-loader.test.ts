import type { Page } from "playwright"
import { it } from "vitest"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { inBaltimore, ON_THE_MAP, pressButton } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage } = inBaltimore(server, browser)

/** The requests of the page's loader. */
const VIEW = "**/deliveries.data*"
const NEW_YORK = { latitude: 40.7128, longitude: -74.006, accuracy: 8 }

const take = (courier: Page, number: number) =>
  courier.getByRole("button", { name: `Take order ${number}` }).first()

/** Holds the loader's requests; returns how many there were, and lets them through. */
async function hold(page: Page) {
  const released = Promise.withResolvers<void>()
  let asked = 0
  await page.route(VIEW, async (route) => {
    asked += 1
    await released.promise
    await route.continue().catch(() => {})
  })
  return { asked: () => asked, release: () => released.resolve() }
}

it("lists what waits near the phone once its position is known, without calling it new, and dismisses a notice there", {
  tags: ["DELIV-15", "DELIV-25"],
}, async () => {
  const [first, second] = [await aBaltimoreOrder(), await aBaltimoreOrder()]
  await first.offer()
  const courier = await courierPage({ context: { ...ON_THE_MAP, geolocation: NEW_YORK } })
  await expect(take(courier, first.order.number)).toBeVisible()
  await courier.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(courier).toHaveURL(/\/deliveries\?near=40\.713%2C-74\.006$/)
  await expect(courier.getByText("No deliveries are waiting within 25 miles.")).toBeVisible()

  await courier.context().setGeolocation(ON_THE_MAP.geolocation)
  await second.offer()
  const back = courier.waitForURL(/near=39\.29/)
  await courier.goto("/deliveries?near=39.292,-76.621")
  await back
  await hydrated(courier)
  await expect(take(courier, second.order.number)).toBeVisible()
  await expect(courier.getByRole("button", { name: "New Order" })).toHaveCount(0)

  await take(courier, second.order.number).click()
  // Only the server knows the customer's number.
  await expect(courier.getByRole("link", { name: /^Call / })).toBeVisible()
  await cancelSellerOrder(ctxFor(server.database, second.market.actor), {
    orderId: second.order.id,
    reason: "The frost took the melons.",
  })
  await expect(courier.getByText("was canceled")).toBeVisible()
  await courier.getByRole("button", { name: "OK" }).click()
  await expect(courier.getByText("was canceled")).toHaveCount(0)
  await expect(courier).toHaveURL(/near=39\.29/)
})

it("keeps the delivery on the screen while the server is down, and shows what changed when it is back", {
  tags: ["WEAK-8", "DELIV-22"],
}, async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage()
  await take(courier, order.number).click()
  const pickUp = courier.getByRole("button", { name: "Pick up", exact: true })
  await expect(pickUp).toBeVisible()
  await expect(courier.getByRole("link", { name: /^Call / })).toBeVisible()
  browser.expectProblem(/503/)
  let refused = 0
  await courier.route(VIEW, async (route) => {
    refused += 1
    await route.fulfill({ status: 503, body: "no server behind this proxy" })
  })
  await courier.evaluate(() => void dispatchEvent(new Event("online")))
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect(courier.getByText("There's no connection.")).toBeVisible()
  await expect(pickUp).toBeVisible()
  await cancelSellerOrder(ctxFor(server.database, market.actor), {
    orderId: order.id,
    reason: "The frost took the melons.",
  })
  await courier.unroute(VIEW)
  await expect(courier.getByText("was canceled")).toBeVisible()
})

it("sends the next step although the page gets no answer after the last one", {
  tags: ["DELIV-22"],
}, async () => {
  const { order, offer } = await aBaltimoreOrder()
  await offer()
  const courier = await courierPage({ clock: true })
  const view = await hold(courier)
  const sent: string[] = []
  courier.on("request", (request) => {
    if (/\/(takeOrder|pickUp)$/.test(request.url())) sent.push(request.url().split("/").at(-1)!)
  })
  await take(courier, order.number).click()
  await expect(courier.locator(".toast", { hasText: "The delivery is yours." })).toBeVisible()
  await pressButton(courier, "Pick up")
  await expect.poll(view.asked).toBeGreaterThan(0)
  expect(sent).toEqual(["takeOrder"])
  await courier.clock.runFor(16_000)
  await expect.poll(() => sent).toEqual(["takeOrder", "pickUp"])
  view.release()
  await expect(courier.getByText("600 E Pratt St")).toBeVisible()
})
