import { and, count, eq, isNotNull, sql } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { deliveries, images, notifications, outbox, transfers } from "#db/schema/index.ts"
import { ROUTE } from "#tests/support/baltimore.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPhoto, phonePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { at, inBaltimore, pressButton } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage, signedIn, takenByAnother } = inBaltimore(server, browser)

const take = (courier: Page, number: number) =>
  courier.getByRole("button", { name: `Take order ${number}` }).first()
const photoField = (courier: Page) => courier.getByLabel("Photo of the delivered order")
const isLive = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-live", "live")

/** Everything that a delivery leaves behind, with the number of times it happened. */
async function traces(order: { id: string }, deliveryId: string) {
  const { db } = server.database
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
  const events = await db
    .select({ status: sql<string>`${outbox.payload}->>'status'` })
    .from(outbox)
    .where(and(eq(outbox.event, "order.statusChanged"), sql`${outbox.payload}->>'orderId' = ${order.id}`))
    .orderBy(outbox.id)
  const [photos] = await db
    .select({ count: count() })
    .from(images)
    .where(and(eq(images.container, "deliveries"), eq(images.ownerId, row!.courierId!)))
  const [paid] = await db
    .select({ count: count() })
    .from(transfers)
    .where(and(eq(transfers.orderId, order.id), eq(transfers.party, "deliverer")))
  const [told] = await db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.orderId, order.id), eq(notifications.role, "customer")))
  return {
    moves: events.map(({ status }) => status),
    photos: photos!.count,
    transfers: paid!.count,
    toldTheCustomer: told!.count,
  }
}

const ONCE = {
  moves: ["waiting", "taken", "picked up", "delivered"],
  photos: 1,
  transfers: 1,
  toldTheCustomer: 3,
}

describe("without a network", () => {
  it("is two minutes away between pick-up and delivered: nothing is lost or doubled, and the photo arrives", {
    tags: ["DELIV-22"],
  }, async () => {
    const { order, deliveryId, customer, offer } = await aBaltimoreOrder()
    await offer()
    const buyer = await signedIn(customer.actor)
    await buyer.goto(`/order?OrderID=${order.id}`)
    const courier = await courierPage({ clock: true })
    await take(courier, order.number).click()
    await pressButton(courier, "Pick up")
    await expect(courier.getByText("600 E Pratt St")).toBeVisible()
    await expect(buyer.getByRole("heading", { name: "Your courier is on the way" })).toBeVisible()
    await isLive(courier)

    let attempts = 0
    courier.on("requestfailed", (request) => {
      if (request.url().endsWith("/delivered")) attempts++
    })
    let sockets = 0
    courier.on("websocket", () => sockets++)
    browser.expectProblem(/manifest patches|WebSocket connection to/)
    await courier.context().setOffline(true)
    await expect(courier.getByText("You're offline.")).toBeVisible()
    for (const place of ROUTE.slice(1)) {
      await courier.context().setGeolocation(at(place))
      await courier.clock.runFor(20_000)
    }
    // Live updates are paused too, but only the message about the network is shown.
    await expect(courier.locator("[data-live-paused]:not([hidden])")).toHaveCount(1)
    await expect(courier.getByText("Live updates are paused.")).toBeHidden()
    await photoField(courier).setInputFiles(await phonePhoto())
    await pressButton(courier, "Delivered")
    const waits = courier.getByText(`1 step is waiting for a connection: deliver order ${order.number}.`)
    await expect(waits).toBeVisible()
    for (let tried = attempts; tried < 12; tried = attempts) {
      await courier.clock.runFor(5_000)
      await expect.poll(() => attempts).toBeGreaterThan(tried)
    }
    await expect(waits).toBeVisible()
    await expect(buyer.locator(".status-now")).toHaveText(/ is on the way to you$/)

    await courier.context().setOffline(false)
    await expect(courier.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
    await expect(courier.getByText(/waiting for a connection/)).toBeHidden()
    await isLive(courier)
    expect(sockets).toBeGreaterThanOrEqual(2)
    await expect(buyer.locator(".status-now")).toHaveText("Delivered. Enjoy it!")
    await expect(buyer.getByAltText("Your order at your door")).toBeVisible()
    expect(await traces(order, deliveryId)).toEqual(ONCE)
  })

  it("loses every answer once: each step is done once all the same, and told as done", {
    tags: ["DELIV-23"],
  }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ clock: true })
    browser.expectProblem(/ERR_FAILED|Failed to fetch/)
    const reached: string[] = []
    await courier.route(/\/pushcartexpress\/(takeOrder|pickUp|delivered)$/, async (route) => {
      const step = route.request().url().split("/").at(-1)!
      reached.push(step)
      if (reached.filter((one) => one === step).length > 1) return route.continue()
      // The request arrived and was executed; only the response is lost.
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort()
    })
    const waits = courier.getByText(/waiting for a connection/)
    const sentAgain = async (said: string) => {
      await expect(waits).toBeVisible()
      await courier.clock.runFor(6_000)
      await expect(courier.locator(".toast", { hasText: said })).toBeVisible()
      await expect(waits).toBeHidden()
    }
    await take(courier, order.number).click()
    await sentAgain("The delivery is yours.")
    await pressButton(courier, "Pick up")
    await sentAgain("Picked up. Next, deliver it to the customer.")
    await photoField(courier).setInputFiles(await phonePhoto())
    await pressButton(courier, "Delivered")
    await sentAgain("Delivered. Thank you!")
    expect(reached).toEqual(["takeOrder", "takeOrder", "pickUp", "pickUp", "delivered", "delivered"])
    expect(await traces(order, deliveryId)).toEqual(ONCE)
    await expect(courier.getByText(/We couldn't (take|pick up|deliver) order/)).toHaveCount(0)
  })

  it("says that a step waits only once it has for a second", { tags: ["DELIV-22"] }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ clock: true })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await courier.route("**/pushcartexpress/takeOrder", (route) => answered.then(() => route.continue()))
    await courier.clock.pauseAt(await courier.evaluate(() => Date.now() + 1_000))
    await take(courier, order.number).click()
    await expect(courier.getByRole("heading", { name: `Order ${order.number}` })).toBeVisible()
    const waits = courier.getByText(/waiting for a connection/)
    await expect(waits).toHaveCount(0)
    await courier.clock.runFor(1_000)
    await expect(waits).toBeVisible()
    answer()
    await expect(courier.getByRole("link", { name: /^Call / })).toBeVisible()
    await expect(waits).toHaveCount(0)
  })

  it("sends a photo whose saving failed only when the browser wrote it to the disk", {
    tags: ["DELIV-22"],
  }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await courier.evaluate(() => {
      const add = IDBObjectStore.prototype.add
      IDBObjectStore.prototype.add = function (step) {
        const request = add.call(this, step)
        if (step.photo) request.addEventListener("success", () => this.transaction.abort())
        return request
      }
    })
    await take(courier, order.number).click()
    await pressButton(courier, "Pick up")
    await photoField(courier).setInputFiles(await phonePhoto())
    await pressButton(courier, "Delivered")
    await expect(courier.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
    expect(await traces(order, deliveryId)).toEqual(ONCE)
  })

  it("keeps pick up and the photo on the phone, also when the page is closed, and sends each once and in order", {
    tags: ["DELIV-22", "DELIV-24"],
  }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await take(courier, order.number).click()
    // The page shows what only the server knows, so the step was sent.
    await expect(courier.getByRole("link", { name: /^Call / })).toBeVisible()
    // Requests that were open when the network went: the router's links, a socket, the map's worker.
    browser.expectProblem(/manifest patches|WebSocket connection to|Worker failed to load/)
    await courier.context().setOffline(true)
    await pressButton(courier, "Pick up")
    await expect(
      courier.getByText(`1 step is waiting for a connection: pick up order ${order.number}.`),
    ).toBeVisible()
    await photoField(courier).setInputFiles(await phonePhoto())
    await pressButton(courier, "Delivered")
    await expect(
      courier.getByText(
        `2 steps are waiting for a connection: pick up order ${order.number}, then deliver order ${order.number}.`,
      ),
    ).toBeVisible()
    const again = await browser.again(courier)
    await courier.close()
    await again.context().setOffline(false)
    await again.goto("/deliveries")
    await expect(again.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
    await expect(again.getByText(/waiting for a connection/)).toBeHidden()
    expect(await traces(order, deliveryId)).toEqual(ONCE)
    const [photo] = await server.database.db
      .select({ bytes: images.bytes })
      .from(deliveries)
      .innerJoin(images, eq(images.id, deliveries.photoId))
      .where(and(eq(deliveries.id, deliveryId), isNotNull(deliveries.deliveredAt)))
    expect(photo!.bytes).toBeLessThanOrEqual(1_048_576)
  })

  it("sends what waits from every other page of the courier, once, also where two are open", {
    tags: ["DELIV-40"],
  }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await take(courier, order.number).click()
    // The sent step stays on the screen even if the response that confirms it is lost.
    const answers = "**/deliveries.data*"
    browser.expectProblem(/ERR_FAILED|Failed to fetch/)
    // Only the server knows the customer's number.
    await expect(courier.getByText("212-555-0111")).toBeVisible()
    await courier.context().route(answers, (route) => route.abort())
    await pressButton(courier, "Pick up")
    await expect(
      courier.locator(".toast", { hasText: "Picked up. Next, deliver it to the customer." }),
    ).toBeVisible()
    browser.expectProblem(
      /manifest patches|WebSocket connection to|Worker failed to load|ERR_INTERNET_DISCONNECTED/,
    )
    await courier.context().setOffline(true)
    // Small enough to be sent unchanged: another test makes photos smaller.
    await photoField(courier).setInputFiles(await aPhoto())
    await pressButton(courier, "Delivered")
    const waits = `1 step is waiting for a connection: deliver order ${order.number}.`
    await expect(courier.getByText(waits)).toBeVisible()
    const [dashboard, elsewhere] = [await browser.again(courier), await browser.again(courier)]
    await courier.close()
    await dashboard.context().unroute(answers)
    const tried: string[] = []
    let isBack = false
    let sent = 0
    await dashboard.context().route("**/pushcartexpress/delivered", async (route) => {
      tried.push(new URL(route.request().frame().url()).pathname)
      if (!isBack) return route.abort()
      sent += 1
      await route.continue()
    })
    await dashboard.context().setOffline(false)
    for (const path of ["/all-deliveries", "/account", "/payout", "/express-dashboard"]) {
      await elsewhere.goto(path)
      await expect(elsewhere.getByText(waits)).toBeVisible()
      await expect.poll(() => tried).toContain(path)
    }
    await dashboard.goto("/express-dashboard")
    await expect(dashboard.getByText(waits)).toBeVisible()
    isBack = true
    const told = (page: Page) => page.locator(".toast", { hasText: "Delivered. Thank you!" })
    const toasts = async () => (await told(dashboard).count()) + (await told(elsewhere).count())
    await expect.poll(toasts).toBeGreaterThan(0)
    for (const page of [dashboard, elsewhere]) await expect(page.getByText(/for a connection/)).toBeHidden()
    expect(sent).toBe(1)
    expect(await traces(order, deliveryId)).toEqual(ONCE)
  })

  it("keeps the last known route when another one can't be had", { tags: ["DELIV-41"] }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await take(courier, order.number).click()
    const panel = courier.getByRole("region", { name: "The way" })
    await expect(panel.locator(".route-time")).toBeVisible()
    const shown = (await panel.locator(".route-time").textContent()) ?? ""
    expect(shown).not.toBe("")
    browser.expectProblem(
      /manifest patches|WebSocket connection to|Worker failed to load|ERR_INTERNET_DISCONNECTED/,
    )
    await courier.context().setOffline(true)
    await pressButton(courier, "Calculate Order Time")
    await expect(panel.getByText("This is the last route we know.")).toBeVisible()
    await expect(panel.locator(".route-time")).toHaveText(shown)
  })

  it("keeps a route on the screen when the one to another order can't be had", {
    tags: ["DELIV-92"],
  }, async () => {
    const [first, second] = [await aBaltimoreOrder(), await aBaltimoreOrder()]
    await first.offer()
    await second.offer()
    const courier = await courierPage()
    const card = (id: string) => courier.locator(`#delivery-${id}`)
    const showRoute = (id: string) =>
      card(id)
        .getByRole("button", { name: /^Show route/ })
        .click()
    await showRoute(first.deliveryId)
    await expect(card(first.deliveryId).locator(".route-time")).toBeVisible()
    browser.expectProblem(
      /manifest patches|WebSocket connection to|Worker failed to load|ERR_INTERNET_DISCONNECTED/,
    )
    await courier.context().setOffline(true)
    await showRoute(second.deliveryId)
    await expect(card(second.deliveryId)).toContainText("We can't get directions while you're offline.")
    await expect(card(first.deliveryId).locator(".route-time")).toBeVisible()
    await expect(card(first.deliveryId)).not.toContainText("offline")
  })

  it("says that another courier took it meanwhile", { tags: ["DELIV-22"] }, async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ map: true })
    const take = courier.getByRole("button", { name: `Take order ${order.number}` }).first()
    await expect(take).toBeVisible()
    // The page has loaded completely before the network fails.
    await expect(courier.locator("html")).toHaveAttribute("data-live", "live")
    await expect(courier.locator(".maplibregl-canvas")).toBeVisible()
    await courier.waitForLoadState("networkidle")
    // Requests that were open when the network went: the router's links, a socket, map tiles.
    browser.expectProblem(/manifest patches|WebSocket connection to|The map could not load everything/)
    await courier.context().setOffline(true)
    await take.click()
    await expect(
      courier.getByText(`1 step is waiting for a connection: take order ${order.number}.`),
    ).toBeVisible()
    await takenByAnother(deliveryId)
    await courier.context().setOffline(false)
    await expect(courier.locator(".toast", { hasText: "Order was Taken" })).toBeVisible()
    await expect(courier.getByText(`We couldn't take order ${order.number}. Order was Taken`)).toBeVisible()
    await courier.getByRole("button", { name: "OK" }).click()
    await expect(courier.getByText("We couldn't take")).toBeHidden()
  })
})

it("keeps a page whose data is lost on the way, says so, and brings it when the network carries it again", {
  tags: ["WEAK-8"],
}, async () => {
  const { order, deliveryId, customer, offer } = await aBaltimoreOrder()
  await offer()
  const buyer = await signedIn(customer.actor)
  await buyer.goto(`/order?OrderID=${order.id}`)
  await hydrated(buyer)
  await isLive(buyer)
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  let lost = 0
  // The socket stays connected for a while, and reports a change.
  await buyer.route(/\.data\b/, (route) => {
    lost++
    return route.abort("internetdisconnected")
  })
  const dora = ctxFor(server.database, (await aCourier(server.database.db)).actor)
  await takeDelivery(dora, deliveryId)
  await pickUpDelivery(dora, deliveryId)
  const toast = buyer.locator(".toast", { hasText: "There's no connection." })
  await expect(toast).toBeVisible()
  // The toast is dismissed, so that a later toast must be a new one.
  await toast.evaluateAll((shown: HTMLElement[]) => shown.map((one) => one.click()))
  await expect(toast).toHaveCount(0)
  await expect(buyer.locator(".status-now")).toHaveText("Waiting for a courier")
  expect(lost).toBeGreaterThanOrEqual(3)
  await buyer.unroute(/\.data\b/)
  await expect(buyer.locator(".status-now")).toHaveText(/ is on the way to you$/)
  // A customer who navigates to another page in the meantime stays on this page until the next one has loaded.
  await buyer.route(/\.data\b/, (route) => route.abort("internetdisconnected"))
  await buyer.getByRole("link", { name: "Shopping cart" }).first().click()
  await expect(toast).toBeVisible()
  await expect(buyer.locator(".status-now")).toHaveText(/ is on the way to you$/)
  await buyer.unroute(/\.data\b/)
  await expect(buyer).toHaveURL(/shopping-cart/)
  await expect(buyer.getByRole("heading", { level: 1 })).toBeVisible()
})

it("shows the truth within a second of its own clock when a laptop opens after an hour", {
  tags: ["DELIV-30"],
}, async () => {
  const { order, deliveryId, customer, offer } = await aBaltimoreOrder()
  await offer()
  const buyer = await signedIn(customer.actor)
  await buyer.clock.install()
  await buyer.goto(`/order?OrderID=${order.id}`)
  await expect(buyer.locator(".status-now")).toHaveText("Waiting for a courier")
  // Hydrated first: a paused clock would stop hydration.
  await hydrated(buyer)
  await isLive(buyer)
  let documents = 0
  buyer.on("request", (request) => {
    if (request.isNavigationRequest()) documents++
  })
  browser.expectProblem(/manifest patches|WebSocket connection to/)
  await buyer.context().setOffline(true)
  const dora = ctxFor(server.database, (await aCourier(server.database.db)).actor)
  await takeDelivery(dora, deliveryId)
  await pickUpDelivery(dora, deliveryId)
  // The device is closed: no timer runs, and an hour has passed when it opens.
  await buyer.clock.pauseAt(await buyer.evaluate(() => Date.now() + 3_600_000))
  await buyer.context().setOffline(false)
  // The browser reports that it is online a little before requests succeed.
  await expect
    .poll(() =>
      buyer.evaluate(() =>
        fetch("/api/v1/live").then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    .toBe(true)
  await buyer.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
  // The device is open: time advances for this second only, so no later timer can be the cause.
  await buyer.clock.runFor(1_000)
  await expect(buyer.locator(".status-now")).toHaveText(/ is on the way to you$/)
  await isLive(buyer)
  expect(documents).toBe(0)
})
