import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { notifications } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

/** A signed-in customer with an order for pickup and one, of boots, for delivery. */
async function aFollower(options: PageOptions = {}) {
  const { db } = server.database
  const place = await aPlace(server)
  const market = await aMarket(db, { ...place, name: "Chelsea Stall" })
  const melon = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const boots = await aProduct(db, market, {
    name: "Barn boots",
    category: "Shoes",
    section: "Working Shoes",
    sizes: { "9": 3 },
    priceCents: 6000,
  })
  const { page, customer } = await shopperWith(server, browser, [], options)
  const pickup = await anOrder(db, { customer, market, product: melon, quantity: 2 })
  const delivery = await anOrder(db, { customer, market, product: boots, fulfilment: "delivery" })
  return { page, customer, place, market, boots, pickup, delivery }
}

const openNotifications = (page: Page) => page.getByRole("button", { name: /Notifications/ }).click()
const unseen = (page: Page) => page.locator("[data-badge=unseen]").first()
const notificationLine = (page: Page, text: string) => page.locator(".bell li").filter({ hasText: text })

async function seenAt(message: string, userId: string) {
  const lines = await server.database.db.select().from(notifications).where(eq(notifications.userId, userId))
  return lines.find((line) => line.message === message)!.seenAt
}

/** Adds a notification about one of the customer's orders. */
const tell = ({ userId }: { userId: string }, { id: orderId }: { id: string }, message: string) =>
  server.database.db.insert(notifications).values({ userId, role: "customer", orderId, message })

it("marks the opened menu's notifications seen on the screen, and See Order's on the server", {
  tags: ["NOTE-1", "NOTE-2", "NOTE-3"],
}, async () => {
  const { page, customer, pickup } = await aFollower()
  await tell(customer, pickup, "Your first news.")
  await tell(customer, pickup, "Your second news.")
  await page.goto("/customer-orders")
  await expect(page.getByRole("region", { name: "Your orders" })).toHaveCSS("max-height", "400px")
  await expect(unseen(page)).toHaveText("2")
  await openNotifications(page)
  await expect(page.locator(".bell .scroll")).toHaveCSS("max-height", "300px")
  const line = notificationLine(page, "Your first news.")
  await expect(unseen(page)).toHaveText("")
  await expect(line.locator(".dot")).toBeVisible()
  await page.keyboard.press("Escape")
  await openNotifications(page)
  await expect(line).toBeVisible()
  await expect(line.getByText("Unseen")).toBeHidden()
  expect(await seenAt("Your first news.", customer.userId)).toBeNull()
  await page.reload()
  await expect(unseen(page)).toHaveText("2")
  await openNotifications(page)
  await line.getByRole("button", { name: "See Order" }).click()
  await page.waitForURL(`**/order?OrderID=${pickup.id}`)
  expect(await seenAt("Your first news.", customer.userId)).not.toBeNull()
  expect(await seenAt("Your second news.", customer.userId)).toBeNull()
  await expect(unseen(page)).toHaveText("1")
})

it("counts notifications as seen that were opened before our script loaded", {
  tags: ["NOTE-5"],
}, async () => {
  const { page, customer, pickup } = await aFollower()
  await tell(customer, pickup, "Early news.")
  const opened = Promise.withResolvers<void>()
  await page.route(/assets\/small\/small-/, async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto("/about")
  await openNotifications(page)
  await expect(notificationLine(page, "Early news.").locator(".dot")).toBeVisible()
  await expect(unseen(page)).toHaveText("1")
  opened.resolve()
  await expect(unseen(page)).toHaveText("")
  await page.keyboard.press("Escape")
  await expect(notificationLine(page, "Early news.").locator(".dot")).toHaveCount(0)
})

it("shows new lines in the notifications menu of an open page, also after older ones were looked at in two tabs", {
  tags: ["NOTE-4"],
}, async () => {
  const { page, customer, market, pickup } = await aFollower()
  await tell(customer, pickup, "Old news.")
  await page.goto("/customer-dashboard")
  await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
  await openNotifications(page)
  await expect(unseen(page)).toHaveText("")
  const quiet = await browser.again(page)
  await quiet.goto("/faq")
  await expect(quiet.locator("html[data-live=live]")).toBeAttached()
  const other = await browser.again(page)
  await other.goto("/about")
  await openNotifications(other)
  await other.getByRole("button", { name: "See Order" }).click()
  await other.waitForURL("**/order?*")
  const seller = ctxFor(server.database, market.actor)
  await setPickupStatus(seller, { orderId: pickup.id, status: "ready to pick up" })
  const news = notificationLine(page, "is ready to pick up.")
  // In a background tab, Chromium runs timers at most once a second.
  await expect(news.locator(".dot")).toBeVisible()
  // The same on a page without React.
  await expect(notificationLine(quiet, "is ready to pick up.").locator(".dot")).toBeAttached()
  await expect(notificationLine(page, "Old news.").getByText("Unseen")).toHaveCount(0)
  await expect(unseen(page)).toHaveText("1")
  await expect(other.locator(".status-now")).toHaveText("Ready to pick up")
})

it("has no page with a fault of accessibility, light or dark, nor one wider than a phone", {
  tags: ["A11Y-1"],
}, async () => {
  const { page, place, market, boots, pickup, delivery } = await aFollower({ viewport: "phone" })
  browser.expectProblem(/404/)
  for (const path of [
    `/home?zip=${place.zip}`,
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
    expect(await pixelsTooWide(page), path).toBeLessThanOrEqual(0)
    expect(await accessibilityFaults(page), path).toEqual([])
  }
})
