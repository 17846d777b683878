import { join } from "node:path"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { instantText } from "#core/calendar/instant-text.ts"
import { deliverDelivery, pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { courierPositions, notifications } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { aShopper } from "#tests/support/checkout-pages.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { inNewYork, lastMonth } from "#tests/support/factories/notifications.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** A signed-in customer with an order for pickup and one, of boots, for delivery. */
async function aFollower() {
  const { db } = server.database
  const { shopper, customer } = await aShopper(server)
  const market = await aMarket(db, { name: "Chelsea Stall" })
  const melon = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const boots = await aProduct(db, market, {
    name: "Barn boots",
    category: "Shoes",
    section: "Working Shoes",
    sizes: { "9": 3 },
    priceCents: 6000,
  })
  const pickup = await anOrder(db, { customer, market, product: melon, quantity: 2 })
  const delivery = await anOrder(db, { customer, market, product: boots, fulfilment: "delivery" })
  const seller = ctxFor(server.database, market.actor)
  return { shopper, customer, market, pickup, delivery, seller }
}

const itemWith = (page: HtmlPage, text: string) =>
  page.all("listitem").find((item) => item.textContent?.includes(text))!
const statusNow = (page: HtmlPage) => page.document.querySelector(".status-now")?.textContent
/** The names of the steps on an order's page. */
const stepsOf = (page: HtmlPage) =>
  [...page.document.querySelectorAll(".order-steps li > b")].map(({ textContent }) => textContent)
const unseen = (page: HtmlPage) => page.document.querySelector("[data-badge=unseen]")?.textContent

async function seenAt(id: string) {
  const [line] = await server.database.db.select().from(notifications).where(eq(notifications.id, id))
  return line!.seenAt
}

describe("a customer", { tags: ["NOJS-4"] }, () => {
  it("finds the way from the dashboard, and is told where there is nothing yet", {
    tags: ["ORDER-1", "ORDER-2"],
  }, async () => {
    const { shopper } = await aShopper(server)
    const page = await shopper.open("/customer-dashboard")
    for (const [title, label, to] of [
      ["Search Markets", "Shop", "/home"],
      ["View my Orders", "View my Orders", "/customer-orders"],
      ["Shopping Cart", "Shopping Cart", "/shopping-cart"],
    ] as const) {
      const card = page.get("heading", title).closest("li")!
      expect(page.get("link", label, card).getAttribute("href")).toBe(to)
    }
    expect(page.text).toContain("Nothing yet. News of your orders will be here.")
    const list = await page.follow("View my Orders")
    expect(list.get("heading", "All your orders")).toBeTruthy()
    expect(list.text).toContain("You currently have no orders to be displayed")
    expect((await list.follow("Shop")).path).toBe("/home")
  })

  it("sees every order with its facts, its things, and where it goes", {
    tags: ["CATALOG-12", "ORDER-3", "ORDER-4", "ORDER-5", "ORDER-33"],
  }, async () => {
    const { shopper, market, pickup, delivery, seller } = await aFollower()
    const list = await shopper.open("/customer-orders")
    const card = itemWith(list, pickup.confirmation)
    for (const text of [
      "The market is packing your order",
      "Sugar melon",
      `Date made${instantText(pickup.createdAt, market.timeZone)}`,
      "Tax$0.40",
      "Total$9.40",
    ])
      expect(card.textContent).toContain(text)
    const details = await list.follow(/^View Order/, card)
    expect(details.path).toBe(`/order-details?OrderDetails=${pickup.id}`)
    for (const text of ["Vegetables", "Quantity 2", "Amount $9.00"])
      expect(itemWith(details, "Sugar melon").textContent).toContain(text)
    expect(details.text).not.toContain("Shipping address")

    const boots = await shopper.open(`/order-details?OrderDetails=${delivery.id}`)
    expect(statusNow(boots)).toBe("The market is packing your order")
    expect(boots.text).toContain("Ready to leave the market about")
    expect(itemWith(boots, "Barn boots").textContent).toContain("Size 9 · $60.00")
    expect(boots.text).not.toContain("Shipping address")
    await chooseCourier(seller, { orderId: delivery.id, hasDeliverer: true })
    const decided = await shopper.open(boots.path)
    for (const text of ["Shipping address", "350 5th Ave"]) expect(decided.text).toContain(text)
    const order = await decided.follow("Follow this order")
    expect(statusNow(order)).toBe("The market is packing your order")
    expect(itemWith(order, "Barn boots").querySelector("a")?.getAttribute("href")).toMatch(
      /^\/view-product\?product=/,
    )
    for (const text of ["$64.39", "All sales are final"]) expect(order.text).toContain(text)
    // The page is read-only: every form on it belongs to the layout.
    expect(order.document.querySelector("main form, main select, main input")).toBeNull()
  })

  it("reads how old the courier's place is once the courier was not heard of for a minute", {
    tags: ["DELIV-31"],
  }, async () => {
    const { shopper, delivery, seller } = await aFollower()
    await chooseCourier(seller, { orderId: delivery.id, hasDeliverer: false })
    const courier = ctxFor(server.database, (await aCourier(server.database.db)).actor)
    const deliveryId = delivery.delivery!.id
    await takeDelivery(courier, deliveryId)
    await pickUpDelivery(courier, deliveryId)
    const recordedAt = (seconds: number) => new Date(Date.now() - seconds * 1_000)
    const place = { deliveryId, lat: 40.7506, lng: -73.9972, accuracyMeters: 10 }
    await server.database.db.insert(courierPositions).values({ ...place, recordedAt: recordedAt(20) })
    const fresh = await shopper.open(`/order?OrderID=${delivery.id}`)
    expect(fresh.text).toContain("Your courier is on the way")
    expect(fresh.text).toMatch(/Position from 2\d seconds ago/)
    expect(fresh.text).not.toContain("last seen")
    await server.database.db
      .update(courierPositions)
      .set({ recordedAt: recordedAt(125) })
      .where(eq(courierPositions.deliveryId, deliveryId))
    const old = await shopper.open(`/order?OrderID=${delivery.id}`)
    expect(old.text).toContain("Your courier was last seen 2 min ago.")
  })

  it("sees the photo of the delivery, in the steps of its own way", {
    tags: ["ORDER-5", "ORDER-7", "ORDER-32", "IMAGE-9"],
  }, async () => {
    const { shopper, delivery, seller } = await aFollower()
    await chooseCourier(seller, { orderId: delivery.id, hasDeliverer: false })
    const { actor } = await aCourier(server.database.db)
    const images = diskImages({ directory: join(server.dataDir, "images"), secret: "not asked for here" })
    const courier = ctxFor(server.database, actor, { ports: { images } })
    const deliveryId = delivery.delivery!.id
    await takeDelivery(courier, deliveryId)
    await pickUpDelivery(courier, deliveryId)
    await deliverDelivery(courier, { deliveryId, photo: (await aPhoto()).buffer })
    const page = await shopper.open(`/order?OrderID=${delivery.id}`)
    expect(statusNow(page)).toBe("Delivered. Enjoy it!")
    expect(stepsOf(page)).toEqual([
      "Order placed",
      "The market saw it",
      "Waiting for a courier",
      expect.stringMatching(/^Taken by /),
      "With the courier",
      "Delivered",
    ])
    expect(page.document.querySelector("figcaption")?.textContent).toMatch(
      /^Left at your door, .*[ap]m$|noon|midnight/,
    )
    expect(page.all("img", "QR code of your confirmation code")).toEqual([])
    const photo = await shopper.open(page.get("img", "Your order at your door").getAttribute("src")!)
    expect(photo.status).toBe(200)
    expect(photo.headers.get("content-type")).toMatch(/^image\//)
    expect(photo.html.length).toBeGreaterThan(0)
  })

  it("sees only steps that happened, and whom to call and where to go", {
    tags: ["ORDER-14", "ORDER-16", "ORDER-32"],
  }, async () => {
    const { shopper, pickup, delivery, seller } = await aFollower()
    await chooseCourier(seller, { orderId: delivery.id, hasDeliverer: true })
    await markDelivered(seller, delivery.id)
    expect(stepsOf(await shopper.open(`/order?OrderID=${delivery.id}`))).toEqual([
      "Order placed",
      "The market saw it",
      "The market delivers it",
      "Delivered",
    ])
    const before = await shopper.open(`/order?OrderID=${pickup.id}`)
    expect(stepsOf(before)).toEqual([
      "Order placed",
      "The market saw it",
      "Ready to pick up",
      "You pick it up",
    ])
    expect(before.get("img", "QR code of your confirmation code")).toBeTruthy()
    expect(before.document.querySelector(".code-text")?.textContent).toBe(pickup.confirmation)
    expect(before.get("heading", "Pick up at").parentElement?.textContent).toContain("Mon-Fri")
    const place = before.get("heading", "Pick up at").parentElement!
    const links = before.all("link", undefined, place).map((link) => link.getAttribute("href"))
    expect(links).toEqual([expect.stringMatching(/^https:.*maps.*query=/), expect.stringMatching(/^tel:/)])
    await setPickupStatus(seller, { orderId: pickup.id, status: "picked up" })
    expect(stepsOf(await shopper.open(before.path))).toEqual([
      "Order placed",
      "The market saw it",
      "Picked up",
    ])
  })

  it("sees on the receipt of a cancelled order what goes back", {
    tags: ["ORDER-15", "REFUND-96"],
  }, async () => {
    const { shopper, market, pickup, seller } = await aFollower()
    await cancelSellerOrder(seller, { orderId: pickup.id, reason: "The last one was bruised." })
    const page = await shopper.open(`/order?OrderID=${pickup.id}`)
    expect(page.text).toMatch(/Refunded\s*-\$9\.40\s*You paid in the end\s*\$0\.00/)
    const sold = await (await visitor(server, market.actor)).open(`/order-seller?OrderID=${pickup.id}`)
    expect(sold.text).toMatch(/Refunded\s*-\$9\.40\s*The customer paid in the end\s*\$0\.00/)
    for (const text of ["All sales are final", "Pick up at"]) expect(page.text).not.toContain(text)
  })

  it("marks all of the notifications menu as read without JavaScript, and stays on the page", {
    tags: ["NOTE-2"],
  }, async () => {
    const { shopper, customer, pickup } = await aFollower()
    for (const message of ["One.", "Two."])
      await server.database.db
        .insert(notifications)
        .values({ userId: customer.userId, role: "customer", orderId: pickup.id, message })
    const page = await shopper.open("/customer-orders")
    expect(Number(unseen(page))).toBeGreaterThanOrEqual(2)
    await page.press("Mark all as read")
    const again = await shopper.open("/customer-orders")
    expect(unseen(again)).toBe("")
    expect(again.all("button", "Mark all as read")).toEqual([])
  })

  it("finds no order, details, shipping or notification of somebody else", {
    tags: ["GUARD-7", "ORDER-12"],
  }, async () => {
    const { delivery, customer } = await aFollower()
    const { shopper } = await aShopper(server)
    for (const path of ["/order?OrderID=", "/order-details?OrderDetails=", "/update-shipping?OrderDetails="])
      for (const id of [delivery.id, "nonsense", ""]) {
        const page = await shopper.open(path + id)
        expect(page.status, path + id).toBe(404)
        expect(page.get("heading", "Nobody has a stall here")).toBeTruthy()
        expect(page.document.title).toBe("Nobody has a stall here — Pushcart")
      }
    const [theirs] = await server.database.db
      .insert(notifications)
      .values({ userId: customer.userId, role: "customer", orderId: delivery.id, message: "Theirs." })
      .returning()
    expect((await shopper.post("/see-order", { intent: "see", notification: theirs!.id })).status).toBe(404)
    expect(await seenAt(theirs!.id)).toBeNull()
  })

  it("reads the notifications menu: date, message and dot; See Order marks it on the server", {
    tags: ["NOTE-1", "NOTE-2", "NOTE-3"],
  }, async () => {
    const { shopper, customer, pickup } = await aFollower()
    const about = { userId: customer.userId, role: "customer" as const, orderId: pickup.id }
    // Late in the evening in New York, when it is already the next day in UTC.
    const late = lastMonth(3)
    const [first, second] = await server.database.db
      .insert(notifications)
      .values([
        { ...about, message: "Your first news.", createdAt: late },
        { ...about, message: "Your second news.", createdAt: new Date() },
      ])
      .returning()
    await shopper.open("/about")
    const page = await shopper.open("/about")
    expect(unseen(page)).toBe("2")
    const line = itemWith(page, "Your first news.")
    expect(line.textContent).toContain(inNewYork(late))
    expect(line.querySelector(".dot")).toBeTruthy()
    expect(await seenAt(first!.id)).toBeNull()
    const order = await page.press("See Order", {}, line)
    expect(order.path).toBe(`/order?OrderID=${pickup.id}`)
    expect(await seenAt(first!.id)).not.toBeNull()
    expect(await seenAt(second!.id)).toBeNull()
    expect(unseen(order)).toBe("1")
  })
})
