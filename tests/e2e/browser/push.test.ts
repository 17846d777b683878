import { eq } from "drizzle-orm"
import type { BrowserContextOptions, Page } from "playwright"
import { it } from "vitest"
import { pushSubscriptions } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser, VIEWPORTS } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

const ALLOWED: BrowserContextOptions = { serviceWorkers: "allow" }
const CARD = "Know when your order is ready"

/**
 * A page in a browser whose owner allows notifications when prompted. The test browser cannot show any and reaches no
 * push service, so it gets its subscription from the demo's.
 */
async function withNotifications(page: Page) {
  await page.addInitScript(() => {
    let permission = sessionStorage.getItem("asked") ?? "default"
    Object.defineProperty(Notification, "permission", { get: () => permission })
    Notification.requestPermission = async () => {
      permission = "granted"
      sessionStorage.setItem("asked", permission)
      return permission as NotificationPermission
    }
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => {
      const made = await (await fetch("/dev/push", { method: "POST" })).json()
      return { toJSON: () => made } as unknown as PushSubscription
    }
  })
}

async function aBuyer(context = ALLOWED) {
  const { db } = server.database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const page = await browser.visit(server.url, { context, viewport: "phone" })
  await withNotifications(page)
  await signIn(page, server, customer.actor)
  return { page, customer, order, orderPage: `/order?OrderID=${order.id}` }
}

const devicesOf = (userId: string) =>
  server.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))

it("is offered after an order, turned on by a press, and tested in the account", {
  tags: ["PUSH-10", "PUSH-6", "A11Y-1"],
}, async () => {
  const { page, customer, orderPage } = await aBuyer()
  await page.goto("/home?zip=10001")
  await hydrated(page)
  await expect(page.getByRole("heading", { name: CARD })).toBeHidden()
  await page.goto(orderPage)
  await expect(page.getByRole("heading", { name: CARD })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await pixelsTooWide(page)).toBe(0)
  await page.getByRole("button", { name: "Turn on notifications" }).click()
  await expect(page.getByText("Notifications are on for this device.")).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await devicesOf(customer.userId)).toMatchObject([{ role: "customer" }])
  await page.goto(orderPage)
  await hydrated(page)
  await expect(page.getByRole("heading", { name: CARD })).toBeHidden()
  await page.goto("/account")
  await expect(page.locator("#devices").getByText("This one")).toBeVisible()
  await page.getByRole("button", { name: "Send a test" }).click()
  await expect(page.getByText("We sent a test to that device.")).toBeVisible()
  for (const size of ["phone", "desktop"] as const) {
    await page.setViewportSize(VIEWPORTS[size])
    expect([size, await pixelsTooWide(page)]).toEqual([size, 0])
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("button", { name: /^Turn off/ }).click()
  await expect(page.getByText("Notifications aren't on for any device yet.")).toBeVisible()
  await hydrated(page)
  await page.getByRole("button", { name: "Turn on for this device" }).click()
  await expect(page.locator("#devices").getByText("This one")).toBeVisible()
  expect(await devicesOf(customer.userId)).toHaveLength(1)
})

it("takes no for an answer, also after a sign-out", { tags: ["PUSH-10"] }, async () => {
  const { page, customer, orderPage } = await aBuyer()
  await page.goto(orderPage)
  await page.getByRole("button", { name: "Not now" }).click()
  await expect(page.getByRole("heading", { name: CARD })).toBeHidden()
  await page.locator("summary.round").first().click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL("**/login")
  await signIn(page, server, customer.actor)
  await page.goto(orderPage)
  await hydrated(page)
  await page.waitForLoadState("networkidle")
  await expect(page.getByRole("heading", { name: CARD })).toBeHidden()
})

it("is offered to sellers and couriers once they are approved, and to admins", {
  tags: ["PUSH-10"],
}, async () => {
  const { db } = server.database
  const [market, courier, admin] = [await aMarket(db), await aCourier(db), await anAdmin(db)]
  const waiting = await aCourier(db, { approval: "waiting" })
  for (const [actor, path, heading] of [
    [market.actor, "/market-dashboard", "Get notified of new orders"],
    [courier.actor, "/express-dashboard", "Get notified of new deliveries"],
    [admin.actor, "/admin-dashboard", "Get notified of new applications"],
    [waiting.actor, "/express-dashboard", null],
  ] as const) {
    const page = await browser.visit(server.url, { context: ALLOWED })
    await withNotifications(page)
    await signIn(page, server, actor)
    await page.goto(path)
    await hydrated(page)
    await page.waitForLoadState("networkidle")
    if (heading) await expect(page.getByRole("heading", { name: heading })).toBeVisible()
    else await expect(page.getByRole("heading", { name: /Get notified/ })).toBeHidden()
  }
})

it("says what to do where a browser has notifications blocked, and where it is an iPhone's", {
  tags: ["PUSH-10", "A11Y-1"],
}, async () => {
  const blocked = await aBuyer({ serviceWorkers: "allow" })
  await blocked.page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  )
  await blocked.page.goto(blocked.orderPage)
  await hydrated(blocked.page)
  await expect(blocked.page.getByRole("heading", { name: CARD })).toBeHidden()
  await blocked.page.goto("/account")
  await expect(blocked.page.getByText("Notifications of this site are blocked")).toBeVisible()
  expect(await accessibilityFaults(blocked.page)).toEqual([])

  const iphone = await aBuyer({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
  })
  await iphone.page.addInitScript("delete window.PushManager")
  await iphone.page.goto(iphone.orderPage)
  await expect(iphone.page.getByText("add Pushcart to your Home Screen first")).toBeVisible()
  await expect(iphone.page.getByRole("button", { name: "Turn on notifications" })).toBeHidden()
  await iphone.page.goto("/account")
  await expect(iphone.page.getByText("add Pushcart to your Home Screen first")).toBeVisible()
})

it("is not there without JavaScript", { tags: ["PUSH-10"] }, async () => {
  const { db } = server.database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
  const page = await browser.visit(server.url, { javaScript: false })
  await signIn(page, server, customer.actor)
  await page.goto(`/order?OrderID=${order.id}`)
  await expect(page.getByRole("heading", { name: CARD })).toBeHidden()
  await page.goto("/account")
  await expect(page.getByText("Notifications aren't on for any device yet.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Turn on for this device" })).toBeHidden()
})

type Shown = { title: string; body: string; tag: string; icon: string; data: string }

/** A page's service worker. The test sends it messages as a push service would, and records what it shows. */
async function aServiceWorker(page?: Page) {
  page ??= await browser.visit(server.url, { context: ALLOWED })
  const devtools = await page.context().newCDPSession(page)
  const registration = new Promise<string>((found) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted)
      if (own) found(own.registrationId)
    }),
  )
  await devtools.send("ServiceWorker.enable")
  await page.goto("/about")
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const registrationId = await registration
  const [worker] = page.context().serviceWorkers()
  // As text: the types of a service worker and of a page conflict.
  const run = <T>(script: string) => worker!.evaluate<T>(script)
  await run(`self.shown = []
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options })
    self.went = []
    self.clients.openWindow = async (to) => void self.went.push("opened " + to)
    WindowClient.prototype.focus = async function () { self.went.push("focused " + this.url) }`)
  return {
    run,
    deliver: (data: string) =>
      devtools.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId, data }),
    shown: () => run<Shown[]>("self.shown"),
    /** The page that a tap on a message with this URL opens. */
    tap: (url: string) =>
      run<string[]>(`(async () => {
        const waits = []
        const notification = { data: ${JSON.stringify(url)}, close() {} }
        const waitUntil = (work) => void waits.push(work)
        self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }))
        await Promise.all(waits)
        return self.went.splice(0)
      })()`),
  }
}

it("the service worker shows a message, and something where it cannot be read", {
  tags: ["PUSH-9"],
}, async () => {
  const { deliver, shown } = await aServiceWorker()
  const [text, url, tag] = ["Order 1 can be picked up.", "/order?OrderID=1", "order-1"]
  await deliver(JSON.stringify({ title: "Your order is ready", text, url, tag, role: "customer" }))
  const icon = "/icons/customer-192.png"
  const ready = { title: "Your order is ready", body: text, tag, renotify: true, icon, data: url }
  await expect.poll(shown).toEqual([ready])
  for (const unreadable of ["", "not to be read", "null", "{}"]) await deliver(unreadable)
  await expect
    .poll(async () => (await shown()).map(({ title }) => title))
    .toEqual(["Your order is ready", ...Array<string>(4).fill("Pushcart")])
})

it("a tap on it goes to the open page, or opens its own, and nowhere else", {
  tags: ["PUSH-9"],
}, async () => {
  const { tap } = await aServiceWorker()
  expect(await tap("/about")).toEqual([`focused ${server.url}/about`])
  expect(await tap("/order?OrderID=1")).toEqual([`opened ${server.url}/order?OrderID=1`])
  expect(await tap("https://evil.test/x")).toEqual([`opened ${server.url}`])
})

it("the service worker keeps a device whose push service changed its address", {
  tags: ["PUSH-9"],
}, async () => {
  const { page, customer, orderPage } = await aBuyer()
  await page.goto(orderPage)
  await page.getByRole("button", { name: "Turn on notifications" }).click()
  await expect(page.getByText("Notifications are on for this device.")).toBeVisible()
  const [before] = await devicesOf(customer.userId)
  const { run } = await aServiceWorker(page)
  await run(`(async () => {
    const newSubscription = await (await fetch("/dev/push", { method: "POST" })).json()
    const oldSubscription = { endpoint: ${JSON.stringify(before!.endpoint)}, options: {} }
    const waits = []
    const waitUntil = (work) => void waits.push(work)
    const event = new Event("pushsubscriptionchange")
    self.dispatchEvent(Object.assign(event, { oldSubscription, newSubscription, waitUntil }))
    await Promise.all(waits)
  })()`)
  const after = await devicesOf(customer.userId)
  expect(after).toHaveLength(1)
  expect(after[0]!.endpoint).not.toBe(before!.endpoint)
})
