import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { notify } from "#core/notifications/notify.server.ts"
import { chooseDeliverer } from "#core/orders/choose-deliverer.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { deliveries, orders, refunds } from "#db/schema/index.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { awake } from "#tests/support/hold-react.ts"
import { aSeller } from "#tests/support/seller-wizard.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { WAYS } from "#tests/support/ways.ts"
import { holdNext } from "./hold-page.ts"

const server = useServer()
const browser = useBrowser()

type Market = Awaited<ReturnType<typeof aMarket>>

async function aSale(market: Market, fulfilment: "pickup" | "delivery") {
  const { db } = server.database
  const customer = await aCustomer(db)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
  return { order, customer }
}

async function sellerWith(fulfilment: "pickup" | "delivery", options: PageOptions = {}) {
  const { market, page } = await aSeller(server, browser, options)
  return { market, page, ...(await aSale(market, fulfilment)) }
}

const list = (page: Page, name: string) => page.getByRole("region", { name })
const UNCOMPLETED = "All Uncompleted Orders"
const COMPLETED = "All Completed Orders"
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

async function stored(orderId: string) {
  const [order] = await server.database.db.select().from(orders).where(eq(orders.id, orderId))
  return order!
}

it("keeps an order's toast when the room speaks while its page is on the way", async () => {
  const { page, order } = await sellerWith("pickup")
  await page.goto("/marketOrders")
  const card = list(page, UNCOMPLETED).locator("li.card")
  const next = await holdNext(page, "/marketOrders")
  await card.getByLabel(`Status of order ${order.number}`).selectOption("ready to pick up")
  await press(page, "Update")
  await next.answered
  await page.evaluate(() => {
    const detail = { type: "changed", data: { what: "orders" } }
    dispatchEvent(new CustomEvent("pushcart:live", { detail }))
  })
  next.release()
  await expect(page.locator(".toast", { hasText: "The order is ready to pick up now." })).toBeVisible()
  await expect(card.locator(".pill")).toHaveText("ready to pick up")
})

for (const { name, options } of WAYS)
  describe(`a seller's orders ${name}`, () => {
    it("say that there are none, and where to go", async () => {
      const { page } = await aSeller(server, browser, options)
      await page.goto("/marketOrders")
      await expect(page.getByText("You currently have no uncomplete orders to be displayed")).toBeVisible()
      await expect(page.getByText("You currently have no complete orders to be displayed")).toBeVisible()
      const [first] = await page.getByRole("link", { name: "Go to Dashboard" }).all()
      await expect(first!).toHaveAttribute("href", "/market-dashboard")
    })

    it("for pickup go from pending to picked up by the dropdown, and are read-only then", async () => {
      const { page, order } = await sellerWith("pickup", options)
      await page.goto("/marketOrders")
      const card = list(page, UNCOMPLETED).locator("li.card")
      await expect(card).toContainText(`Order ${order.number}`)
      await expect(card).toContainText("$9.40")
      expect(await list(page, UNCOMPLETED).evaluate((area) => getComputedStyle(area).maxHeight)).toBe("500px")
      await card.getByLabel(`Status of order ${order.number}`).selectOption("ready to pick up")
      await press(page, "Update")
      await expect(card.locator(".pill")).toHaveText("ready to pick up")
      await card.getByRole("link", { name: `View Order ${order.number}` }).click()
      await expect(page.getByText("Sugar melon")).toBeVisible()
      await expect(page.getByText("Amount $9.00")).toBeVisible()
      await page.getByRole("link", { name: "Open this order" }).click()
      await expect(page.getByText("Card processing fee")).toBeVisible()
      await expect(page.locator(".receipt", { hasText: "You get" })).toContainText("-$0.44You get$8.56")
      await page.getByLabel(`Status of order ${order.number}`).selectOption("picked up")
      await press(page, "Update")
      await expect(page.locator(".status-now")).toHaveText("picked up")
      await expect(page.getByLabel(/^Status of/)).toHaveCount(0)
      await expect(page.getByRole("link", { name: "Cancel this order" })).toHaveCount(0)
      await page.goto("/marketOrders")
      const done = list(page, COMPLETED).locator("li.card")
      await expect(done).toContainText("picked up")
      await expect(done.getByRole("combobox")).toHaveCount(0)
    })

    it("for delivery by the seller's own person and a carrier ask for shipper and tracking number", async () => {
      const { page, order } = await sellerWith("delivery", options)
      await page.goto("/marketOrders")
      await page.getByRole("link", { name: `Take action, order ${order.number}` }).click()
      await expect(
        page.getByRole("heading", { name: "Do you have somebody to deliver the order?" }),
      ).toBeVisible()
      await press(page, "Yes")
      await expect(
        page.getByRole("heading", { name: "Great, have someone be ready to deliver the order" }),
      ).toBeVisible()
      await expect(page.getByText("Has it been delivered this order?")).toBeVisible()
      await press(page, "Shipped")
      await expect(page.locator(".summary")).toContainText("Enter the shipper.")
      await expect(page.locator(".summary")).toContainText("Enter the tracking number.")
      await page.getByLabel("Shipper").fill("UPS")
      await page.getByLabel("Tracking number").fill("1Z999")
      await press(page, "Shipped")
      await expect(page.getByText("UPS, tracking number 1Z999")).toBeVisible()
      await expect(page.getByLabel("Shipper")).toHaveCount(0)
      await press(page, "Yes")
      await expect(page.locator(".status-now")).toHaveText("delivered")
      await page.goto(`/order-seller?OrderID=${order.id}`)
      await expect(page.locator(".receipt", { hasText: "You get" })).toContainText("Delivery$3.99")
    })

    it("offered to the platform's deliverers can be taken back while nobody took them", async () => {
      const { page, order } = await sellerWith("delivery", options)
      await page.goto(`/update-shipping?OrderDetails=${order.id}&title=1`)
      await press(page, "No")
      await expect(page.getByRole("heading", { name: "Someone will pick it up to deliver it" })).toBeVisible()
      await expect(page.locator(".status-now")).toHaveText("waiting")
      await press(page, "Decide again")
      await press(page, "Yes")
      await expect(page.getByText("Has it been delivered this order?")).toBeVisible()
      await press(page, "Yes")
      await expect(page.locator(".status-now")).toHaveText("delivered")
      expect((await stored(order.id)).complete).toBe(true)
    })

    it("are cancelled with a reason that the customer reads", async () => {
      const { page, order, customer } = await sellerWith("pickup", options)
      await page.goto(`/order-seller?OrderID=${order.id}`)
      await page.getByRole("link", { name: "Cancel this order" }).click()
      const dialog = page.getByRole("dialog")
      await expect(dialog).toContainText("The customer gets the whole $9.40 back")
      await press(page, "Cancel and refund")
      await expect(dialog).toContainText("Tell the customer why.")
      await dialog.getByLabel("Why can't it be fulfilled?").fill("The frost took the melons.")
      await press(page, "Cancel and refund")
      await expect(page.getByText("This order was cancelled: The frost took the melons.")).toBeVisible()
      const owed = await server.database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
      expect(owed.map((row) => row.amountCents)).toEqual([940])
      const theirs = await browser.visit(server.url, options)
      await signIn(theirs, server, customer.actor)
      await theirs.goto(`/order?OrderID=${order.id}`)
      await expect(theirs.getByText("This order was cancelled: The frost took the melons.")).toBeVisible()
    })

    it("show the customer their shipping, and nothing to press", async () => {
      const { market, page } = await aSeller(server, browser, options)
      await page.close()
      const { order, customer } = await aSale(market, "delivery")
      const theirs = await browser.visit(server.url, options)
      await signIn(theirs, server, customer.actor)
      await theirs.goto(`/update-shipping?OrderDetails=${order.id}&title=1`)
      await expect(theirs.locator(".status-now")).toHaveText("Order placed")
      await expect(theirs.getByText("350 5th Ave")).toBeVisible()
      await expect(theirs.locator("main form")).toHaveCount(0)
    })
  })

describe("a seller's open pages", () => {
  it("show a move that was made elsewhere, and the bell leads to its order", async () => {
    const { market, page, order } = await sellerWith("pickup")
    await page.goto(`/order-seller?OrderID=${order.id}`)
    await awake(page)
    const seller = ctxFor(server.database, market.actor)
    await expect(async () => {
      await setPickupStatus(seller, { orderId: order.id, status: "ready to pick up" })
      await expect(page.locator(".status-now")).toHaveText("ready to pick up", { timeout: 2000 })
    }).toPass()
    await server.database.db.transaction((tx) =>
      notify(tx, {
        userId: market.userId,
        role: "seller",
        orderId: order.id,
        message: "A new order is there.",
      }),
    )
    await page.goto("/marketOrders")
    await page.getByRole("button", { name: /^Notifications/ }).click()
    await page.locator("#bell li", { hasText: "A new order is there." }).getByRole("button").click()
    await page.waitForURL(`**/order-seller?OrderID=${order.id}`)
  })
})

describe("another seller's order", () => {
  it("is not found on any page and by any form, and stays as it is", async () => {
    const { page } = await aSeller(server, browser)
    const stranger = await aMarket(server.database.db)
    const { order: pickup } = await aSale(stranger, "pickup")
    const { order: delivery } = await aSale(stranger, "delivery")
    await chooseDeliverer(ctxFor(server.database, stranger.actor), {
      orderId: delivery.id,
      hasDeliverer: true,
    })
    for (const { id } of [pickup, delivery])
      for (const path of [
        `marketOrderDetails?OrderDetails=${id}`,
        `order-seller?OrderID=${id}`,
        `update-shipping?OrderDetails=${id}`,
      ])
        expect([path, (await page.goto(`/${path}`))?.status()]).toEqual([path, 404])
    const forms: [string, Record<string, string>][] = [
      ["/marketOrders", { orderId: pickup.id, status: "picked up" }],
      ["/order-seller", { orderId: pickup.id, status: "picked up" }],
      ["/order-seller", { intent: "cancel", orderId: pickup.id, reason: "Not mine at all." }],
      ["/update-shipping", { intent: "ship", orderId: delivery.id, carrier: "UPS", trackingNumber: "1" }],
      ...["carry", "offer", "withdraw", "bring"].map((intent): [string, Record<string, string>] => [
        "/update-shipping",
        { intent, orderId: delivery.id },
      ]),
    ]
    for (const [path, form] of forms) {
      const answer = await page.request.post(path, { form, headers: { Origin: server.url } })
      expect([path, form.intent, answer.status()]).toEqual([path, form.intent, 404])
    }
    expect([(await stored(pickup.id)).status, (await stored(delivery.id)).status]).toEqual([
      "pending",
      "pending",
    ])
    const [shipping] = await server.database.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, delivery.id))
    expect(shipping).toMatchObject({ hasDeliverer: true, carrier: null })
  })

  it("cannot be moved by its own customer either", async () => {
    const { market, page } = await aSeller(server, browser)
    await page.close()
    const { order, customer } = await aSale(market, "delivery")
    const theirs = await browser.visit(server.url)
    await signIn(theirs, server, customer.actor)
    const answer = await theirs.request.post("/update-shipping", {
      form: { intent: "carry", orderId: order.id },
      headers: { Origin: server.url },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(302)
    expect((await stored(order.id)).status).toBeNull()
  })

  it("refuses a move that the order's status does not allow, in words", async () => {
    const { page, order } = await sellerWith("pickup")
    const post = (form: Record<string, string>, path = "/order-seller") =>
      page.request.post(path, { form: { orderId: order.id, ...form }, headers: { Origin: server.url } })
    expect((await post({ status: "delivered" })).status()).toBe(422)
    expect((await post({ intent: "bring" }, "/update-shipping")).status()).toBe(422)
    expect((await post({ status: "picked up" })).status()).toBe(200)
    const late = await post({ intent: "cancel", reason: "Changed my mind." })
    expect(late.status()).toBe(422)
    expect(await late.text()).toContain("be cancelled.")
    expect((await stored(order.id)).status).toBe("picked up")
  })
})
