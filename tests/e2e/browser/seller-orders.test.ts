import { describe, it } from "vitest"
import { notify } from "#core/notifications/notify.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { holdNext } from "./hold-page.ts"

const server = useSharedServer()
const browser = useBrowser()

async function aSellerWithAnOrder() {
  const { db } = server.database
  const { market, page } = await aSeller(server, browser)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = await anOrder(db, { customer: await aCustomer(db), market, product, quantity: 2 })
  return { market, page, order }
}

describe("a seller's open pages", () => {
  it("keep an order's toast when the room speaks while the page is on the way", {
    tags: ["NAV-12"],
  }, async () => {
    const { page, order } = await aSellerWithAnOrder()
    await page.goto("/marketOrders")
    const list = page.getByRole("region", { name: "All Uncompleted Orders" })
    expect(await list.evaluate((area) => getComputedStyle(area).maxHeight)).toBe("500px")
    const next = await holdNext(page, "/marketOrders")
    await list.getByLabel(`Status of order ${order.number}`).selectOption("ready to pick up")
    await list.getByRole("button", { name: "Update" }).click()
    await next.answered
    await page.evaluate(() => {
      const detail = { type: "changed", data: { what: "orders" } }
      dispatchEvent(new CustomEvent("pushcart:live", { detail }))
    })
    next.release()
    await expect(page.locator(".toast", { hasText: "The order is ready to pick up now." })).toBeVisible()
    await expect(list.locator(".status-now")).toHaveText("ready to pick up")
  })

  it("keep an update that was made without a network, say that it waits, and send it once", {
    tags: ["SALE-19"],
  }, async () => {
    const { page, order } = await aSellerWithAnOrder()
    await page.goto("/marketOrders")
    await expect(page.locator("html[data-hydrated]")).toBeAttached()
    const sent: string[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("/updateOrder")) sent.push(request.method())
    })
    browser.expectProblem(/WebSocket connection to|ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    const status = page.getByLabel(`Status of order ${order.number}`)
    await status.selectOption("ready to pick up")
    await page.getByRole("button", { name: "Update" }).click()
    await expect(
      page.getByText(`1 step is waiting for a connection: set order ${order.number} to ready to pick up.`),
    ).toBeVisible()
    await expect(status).toHaveValue("ready to pick up")
    await expect(page.locator(".toast")).toHaveCount(0)
    sent.length = 0
    await page.context().setOffline(false)
    await expect(page.locator(".status-now")).toHaveText("ready to pick up")
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0)
    expect(sent).toEqual(["PUT"])
  })

  it("show a move that was made elsewhere, the notifications menu leads to its order, and the order is cancelled in a dialog", {
    tags: ["NOTE-3", "SALE-13"],
  }, async () => {
    const { market, page, order } = await aSellerWithAnOrder()
    await page.goto(`/order-seller?OrderID=${order.id}`)
    await expect(page.locator("html[data-hydrated][data-live=live]")).toBeAttached()
    const seller = ctxFor(server.database, market.actor)
    await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
    await expect(page.locator(".status-now")).toHaveText("ready to pick up")
    const message = "A new order is there."
    await server.database.db.transaction((tx) =>
      notify(tx, { userId: market.userId, role: "seller", orderId: order.id, message }),
    )
    await page.goto("/marketOrders")
    await page.getByRole("button", { name: /^Notifications/ }).click()
    await page.locator("#bell li", { hasText: message }).getByRole("button").click()
    await page.waitForURL(`**/order-seller?OrderID=${order.id}`)

    await page.getByRole("link", { name: "Cancel this order" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Cancel and refund" }).click()
    await expect(dialog).toContainText("Tell the customer why.")
    await dialog.getByLabel("Why can't it be fulfilled?").fill("The frost took the melons.")
    await dialog.getByRole("button", { name: "Cancel and refund" }).click()
    await expect(page.getByText("You canceled this order: “The frost took the melons.”")).toBeVisible()
  })
})
