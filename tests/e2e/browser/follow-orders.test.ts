import { join } from "node:path"
import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { beforeAll, describe, it } from "vitest"
import { dateText } from "#app/ui/date-text.tsx"
import { deliverDelivery } from "#core/deliveries/deliver-delivery.server.ts"
import { pickUpDelivery } from "#core/deliveries/pick-up-delivery.server.ts"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { chooseDeliverer } from "#core/orders/choose-deliverer.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { notifications } from "#db/schema/index.ts"
import { diskImages } from "#server/platform/images/disk-images.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aDeliverer } from "#tests/support/factories/people.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"
import { AUTH_SECRET, shopperWith } from "./checkout-steps.ts"

const server = useServer({ env: { AUTH_SECRET } })
const browser = useBrowser()

let market: Awaited<ReturnType<typeof aMarket>>
let melon: Awaited<ReturnType<typeof aProduct>>
let boots: Awaited<ReturnType<typeof aProduct>>

beforeAll(async () => {
  const { db } = server.database
  market = await aMarket(db, { name: "Chelsea Stall" })
  melon = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  boots = await aProduct(db, market, {
    name: "Barn boots",
    category: "Shoes",
    section: "Working Shoes",
    sizes: { "9": 3 },
    priceCents: 6000,
  })
}, 60_000)

const seller = () => ctxFor(server.database, market.actor)

/** A signed-in customer with an order for pickup and one, of boots, for delivery. */
async function aFollower(options: PageOptions) {
  const { page, customer } = await shopperWith(server, browser, [], options)
  const { db } = server.database
  const pickup = await anOrder(db, { customer, market, product: melon, quantity: 2 })
  const delivery = await anOrder(db, { customer, market, product: boots, fulfilment: "delivery" })
  return { page, customer, pickup, delivery }
}

const openBell = (page: Page) => page.getByRole("button", { name: /Notifications/ }).click()
const unseen = (page: Page) => page.locator("[data-badge=unseen]").first()
const bellLine = (page: Page, text: string) => page.locator(".bell li").filter({ hasText: text })

for (const { name, options } of WAYS)
  describe(`a customer ${name}`, () => {
    it("finds the way from the dashboard, and is told where there is nothing yet", async () => {
      const { page } = await shopperWith(server, browser, [], options)
      await page.goto("/customer-dashboard")
      for (const [title, label, to] of [
        ["Search Markets", "Shop", "/home"],
        ["View my Orders", "View my Orders", "/customer-orders"],
        ["Shopping Cart", "Shopping Cart", "/shopping-cart"],
      ] as const) {
        const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) })
        await expect(card.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", to)
      }
      await openBell(page)
      await expect(page.getByText("Nothing yet. News of your orders will be here.")).toBeVisible()
      await page.keyboard.press("Escape")
      await page.getByRole("link", { name: "View my Orders" }).click()
      await expect(page.getByRole("heading", { name: "All your orders" })).toBeVisible()
      await expect(page.getByText("You currently have no orders to be displayed")).toBeVisible()
      await page.getByRole("link", { name: "Shop", exact: true }).click()
      await page.waitForURL("**/home")
    })

    it("sees every order with its facts, its things, and where it goes", async () => {
      const { page, pickup, delivery } = await aFollower(options)
      await page.goto("/customer-orders")
      await expect(page.getByRole("region", { name: "Your orders" })).toHaveCSS("max-height", "400px")
      const card = page.getByRole("listitem").filter({ hasText: pickup.confirmation })
      await expect(card).toContainText("pending")
      await expect(card).toContainText(`Date made${dateText(pickup.createdAt, market.timeZone)}`)
      await expect(card).toContainText("Tax$0.40")
      await expect(card).toContainText("Total$9.40")
      await card.getByRole("link", { name: "View Order" }).click()
      await page.waitForURL(`**/order-details?OrderDetails=${pickup.id}`)
      const melons = page.getByRole("listitem").filter({ hasText: "Sugar melon" })
      await expect(melons).toContainText("Vegetables")
      await expect(melons).toContainText("Quantity 2")
      await expect(melons).toContainText("Amount $9.00")
      await expect(page.getByText("Shipping address")).toHaveCount(0)

      await page.goto(`/order-details?OrderDetails=${delivery.id}`)
      await expect(page.getByText("Order placed")).toBeVisible()
      await expect(page.getByRole("listitem").filter({ hasText: "Barn boots" })).toContainText(
        "Size 9 · $60.00",
      )
      await expect(page.getByText("Shipping address")).toHaveCount(0)
      await chooseDeliverer(seller(), { orderId: delivery.id, hasDeliverer: true })
      await page.reload()
      await expect(page.getByText("Shipping address")).toBeVisible()
      await expect(page.getByText("350 5th Ave")).toBeVisible()
      await page.getByRole("link", { name: "Follow this order" }).click()
      await expect(page.locator(".status-now")).toHaveText("pending")
      await expect(page.getByText("$64.39")).toBeVisible()
      await expect(page.getByText("All sales are final")).toBeVisible()
      // Read-only: whatever can be sent from here belongs to the frame.
      await expect(page.locator("main form, main select, main input")).toHaveCount(0)
    })

    it("sees the photo of the delivery, in the steps of its own way", async () => {
      const { page, delivery } = await aFollower(options)
      await chooseDeliverer(seller(), { orderId: delivery.id, hasDeliverer: false })
      const { actor } = await aDeliverer(server.database.db)
      const images = diskImages({ directory: join(server.dataDir, "images"), secret: "not asked for here" })
      const deliverer = ctxFor(server.database, actor, { ports: { images } })
      const deliveryId = delivery.delivery!.id
      await takeDelivery(deliverer, deliveryId)
      await pickUpDelivery(deliverer, deliveryId)
      await deliverDelivery(deliverer, { deliveryId, photo: (await aPhoto()).buffer })
      await page.goto(`/order?OrderID=${delivery.id}`)
      await expect(page.locator(".status-now")).toHaveText("delivered")
      await expect(page.getByText("waiting")).toBeVisible()
      const photo = page.getByRole("img", { name: "Your order at your door" })
      await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    })

    it("finds no order, details, shipping or notification of somebody else", async () => {
      const { delivery, customer } = await aFollower(options)
      const { page } = await shopperWith(server, browser, [], options)
      for (const path of [
        "/order?OrderID=",
        "/order-details?OrderDetails=",
        "/update-shipping?OrderDetails=",
      ])
        for (const id of [delivery.id, "nonsense", ""]) {
          expect((await page.goto(path + id))?.status(), path + id).toBe(404)
          await expect(page.getByRole("heading", { name: "Nobody has a stall here" })).toBeVisible()
          await expect(page).toHaveTitle("Nobody has a stall here — Pushcart")
        }
      const [theirs] = await server.database.db
        .insert(notifications)
        .values({ userId: customer.userId, role: "customer", orderId: delivery.id, message: "Theirs." })
        .returning()
      const answer = await page.request.post("/see-order", {
        form: { notification: theirs!.id },
        headers: { origin: server.url },
        maxRedirects: 0,
      })
      expect(answer.status()).toBe(404)
      expect(await seenAt(theirs!.id)).toBeNull()
    })

    it("reads the bell: date, message, dot; opening is seen on the screen, See Order on the server", async () => {
      const { page, customer, pickup } = await aFollower(options)
      const [first, second] = await server.database.db
        .insert(notifications)
        .values(
          [
            // Late in the evening in New York, the next day in UTC.
            { message: "Your first news.", createdAt: new Date("2024-03-06T03:00:00Z") },
            { message: "Your second news.", createdAt: new Date() },
          ].map((line) => ({
            ...line,
            userId: customer.userId,
            role: "customer" as const,
            orderId: pickup.id,
          })),
        )
        .returning()
      await page.goto("/about")
      await expect(unseen(page)).toHaveText("2")
      await openBell(page)
      await expect(page.locator(".bell .scroll")).toHaveCSS("max-height", "300px")
      const line = bellLine(page, "Your first news.")
      await expect(line).toContainText("March 5, 2024")
      if (options.javaScript === false) await expect(line.locator(".dot")).toBeVisible()
      else {
        await expect(unseen(page)).toHaveText("")
        await expect(line.locator(".dot")).toBeVisible()
        await page.keyboard.press("Escape")
        await openBell(page)
        await expect(line).toBeVisible()
        await expect(line.getByText("Unseen")).toBeHidden()
      }
      expect(await seenAt(first!.id)).toBeNull()
      await page.reload()
      await expect(unseen(page)).toHaveText("2")
      await openBell(page)
      await line.getByRole("button", { name: "See Order" }).click()
      await page.waitForURL(`**/order?OrderID=${pickup.id}`)
      expect(await seenAt(first!.id)).not.toBeNull()
      expect(await seenAt(second!.id)).toBeNull()
      await expect(unseen(page)).toHaveText("1")
    })
  })

async function seenAt(id: string) {
  const [line] = await server.database.db.select().from(notifications).where(eq(notifications.id, id))
  return line!.seenAt
}

/** A line in the customer's bell, about an order of theirs. */
const tell = ({ userId }: { userId: string }, { id: orderId }: { id: string }, message: string) =>
  server.database.db.insert(notifications).values({ userId, role: "customer", orderId, message })

it("takes for seen what was looked at before our script came", async () => {
  const { page, customer, pickup } = await aFollower({})
  await tell(customer, pickup, "Early news.")
  const opened = Promise.withResolvers<void>()
  await page.route(/assets\/small\/small-/, async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto("/about")
  await openBell(page)
  await expect(bellLine(page, "Early news.").locator(".dot")).toBeVisible()
  await expect(unseen(page)).toHaveText("1")
  opened.resolve()
  await expect(unseen(page)).toHaveText("")
  await page.keyboard.press("Escape")
  await expect(bellLine(page, "Early news.").locator(".dot")).toHaveCount(0)
})

it("shows new lines in the bell of an open page, also after older ones were looked at in two tabs", async () => {
  const { page, customer, pickup } = await aFollower({})
  await tell(customer, pickup, "Old news.")
  await page.goto("/customer-dashboard")
  await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached({ timeout: 20_000 })
  await openBell(page)
  await expect(unseen(page)).toHaveText("")
  const quiet = await browser.again(page)
  await quiet.goto("/faq")
  await expect(quiet.locator("html[data-live=live]")).toBeAttached({ timeout: 20_000 })
  const other = await browser.again(page)
  await other.goto("/about")
  await openBell(other)
  await other.getByRole("button", { name: "See Order" }).click()
  await other.waitForURL("**/order?*")
  await setPickupStatus(seller(), { orderId: pickup.id, status: "ready to pick up" })
  const news = bellLine(page, "is ready to pick up.")
  // A tab in the background is woken by Chromium once a second at most.
  await expect(news.locator(".dot")).toBeVisible({ timeout: 15_000 })
  // Also in a page that no React has.
  await expect(bellLine(quiet, "is ready to pick up.").locator(".dot")).toBeAttached({ timeout: 15_000 })
  await expect(bellLine(page, "Old news.").getByText("Unseen")).toHaveCount(0)
  await expect(unseen(page)).toHaveText("1", { timeout: 15_000 })
  await expect(other.locator(".status-now")).toHaveText("ready to pick up", { timeout: 15_000 })
}, 60_000)

for (const colorScheme of ["light", "dark"] as const)
  it(`has no page with a fault of accessibility, nor one wider than a phone (${colorScheme})`, async () => {
    const { page, pickup, delivery } = await aFollower({ viewport: "phone", context: { colorScheme } })
    browser.expectProblem(/404/)
    for (const path of [
      "/home?zip=10001",
      `/market-info?market=${market.id}`,
      `/view-product?product=${boots.id}`,
      "/shopping-cart",
      "/customer-dashboard",
      "/customer-orders",
      `/order-details?OrderDetails=${pickup.id}`,
      `/order?OrderID=${delivery.id}`,
      "/order",
    ]) {
      await page.goto(path)
      expect(await accessibilityFaults(page), path).toEqual([])
      expect(await pixelsTooWide(page), path).toBeLessThanOrEqual(0)
    }
  })
