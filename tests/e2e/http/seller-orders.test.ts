import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { orders, refunds } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aSale(fulfilment: "pickup" | "delivery") {
  const { db } = server.database
  const market = await aMarket(db)
  const customer = await aCustomer(db)
  const product = await aProduct(db, market, { name: "Sugar melon", priceCents: 450 })
  const order = await anOrder(db, { customer, market, product, fulfilment, quantity: 2 })
  return { order, customer, seller: await visitor(server, market.actor) }
}

const list = (page: HtmlPage, name: string) => page.get("region", name)
const UNCOMPLETED = "All Uncompleted Orders"
const COMPLETED = "All Completed Orders"
const statusOf = ({ document }: HtmlPage) => document.querySelector(".status-now")?.textContent
const earningsOn = ({ document }: HtmlPage) =>
  [...document.querySelectorAll(".receipt")].find((one) => one.textContent?.includes("Your items"))
    ?.textContent

async function stored(orderId: string) {
  const [order] = await server.database.db.select().from(orders).where(eq(orders.id, orderId))
  return order!
}

describe("a seller's orders", { tags: ["NOJS-5"] }, () => {
  it("say that there are none, and where to go", { tags: ["SALE-2"] }, async () => {
    const seller = await visitor(server, (await aMarket(server.database.db)).actor)
    const page = await seller.open("/marketOrders")
    expect(page.text).toContain("You currently have no uncomplete orders to be displayed")
    expect(page.text).toContain("You currently have no complete orders to be displayed")
    const [first] = page.all("link", "Go to Dashboard")
    expect(first?.getAttribute("href")).toBe("/market-dashboard")
  })

  it("for pickup go from pending to picked up by the dropdown, and are read-only then", {
    tags: ["MONEY-3", "ORDER-6", "SALE-1", "SALE-3", "SALE-10", "SALE-11", "SALE-16"],
  }, async () => {
    const { seller, order } = await aSale("pickup")
    const all = await seller.open("/marketOrders")
    expect(list(all, UNCOMPLETED).textContent).toContain(`Order ${order.number}`)
    expect(list(all, UNCOMPLETED).textContent).toContain("You receive$8.58")
    const ready = await all.press("Update", { [`Status of order ${order.number}`]: "ready to pick up" })
    expect(list(ready, UNCOMPLETED).querySelector(".status-now")?.textContent).toBe("ready to pick up")
    const details = await ready.follow(`View Order ${order.number}`)
    expect(details.text).toContain("Sugar melon")
    expect(details.text).toContain("Amount $9.00")
    const opened = await details.follow("Open this order")
    expect(opened.text).toContain("Card processing fee")
    expect(earningsOn(opened)).toContain("-$0.42Total$8.58")
    const done = await opened.press("Update", { [`Status of order ${order.number}`]: "picked up" })
    expect(statusOf(done)).toBe("picked up")
    expect(done.all("combobox")).toEqual([])
    expect(done.all("link", "Cancel this order")).toEqual([])
    const after = list(await seller.open("/marketOrders"), COMPLETED)
    expect(after.textContent).toContain(`Order ${order.number}`)
    expect(after.textContent).toContain("picked up")
    expect(done.all("combobox", undefined, after)).toEqual([])
  })

  it("for delivery by the seller's own person and a carrier ask for shipper and tracking number", {
    tags: ["SALE-4", "SALE-5", "SALE-6", "SALE-8", "SALE-10"],
  }, async () => {
    const { seller, order } = await aSale("delivery")
    const all = await seller.open("/marketOrders")
    const decide = await all.follow(`Take action, order ${order.number}`)
    expect(decide.get("heading", "Do you have somebody to deliver the order?")).toBeTruthy()
    const mistaken = await decide.press("Yes")
    expect(earningsOn(await seller.open(`/order-seller?OrderID=${order.id}`))).toContain("Delivery$3.99")
    const undone = await mistaken.press("Decide again")
    expect(statusOf(undone)).toBe("Order placed")
    expect(earningsOn(await seller.open(`/order-seller?OrderID=${order.id}`))).not.toContain("Delivery")
    const own = await undone.press("Yes")
    expect(own.get("heading", "Great, have someone be ready to deliver the order")).toBeTruthy()
    expect(own.text).toContain("Has it been delivered this order?")
    const empty = await own.press("Shipped")
    expect(empty.errorAt("Shipper")).toBe("Enter the shipper.")
    expect(empty.errorAt("Tracking number")).toBe("Enter the tracking number.")
    const shipped = await empty.press("Shipped", { Shipper: "UPS", "Tracking number": "1Z999" })
    expect(shipped.text).toContain("UPS, tracking number 1Z999")
    expect(shipped.all("textbox", "Shipper")).toEqual([])
    expect(shipped.all("button", "Decide again")).toEqual([])
    const delivered = await shipped.press("Yes")
    expect(statusOf(delivered)).toBe("delivered")
    expect(earningsOn(await seller.open(`/order-seller?OrderID=${order.id}`))).toContain("Delivery$3.99")
  })

  it("offered to the platform's couriers can be taken back while nobody took them", {
    tags: ["SALE-7"],
  }, async () => {
    const { seller, order } = await aSale("delivery")
    const decide = await seller.open(`/update-shipping?OrderDetails=${order.id}&title=1`)
    const offered = await decide.press("No")
    expect(offered.get("heading", "Someone will pick it up to deliver it")).toBeTruthy()
    expect(statusOf(offered)).toBe("waiting")
    const own = await (await offered.press("Decide again")).press("Yes")
    expect(own.text).toContain("Has it been delivered this order?")
    expect(statusOf(await own.press("Yes"))).toBe("delivered")
    expect((await stored(order.id)).complete).toBe(true)
  })

  it("say on each page that the customer's bank took the payment back", { tags: ["SALE-111"] }, async () => {
    const { seller, order } = await aSale("pickup")
    const paths = [`/order-seller?OrderID=${order.id}`, `/marketOrderDetails?OrderDetails=${order.id}`]
    const warning = "Please don't hand the order over until the customer's bank decides"
    for (const path of paths) expect((await seller.open(path)).text).not.toContain(warning)
    await server.database.db.update(orders).set({ chargedBackAt: new Date() }).where(eq(orders.id, order.id))
    for (const path of paths) expect((await seller.open(path)).text, path).toContain(warning)
  })

  it("are cancelled with a reason that the customer reads", { tags: ["ORDER-9", "REFUND-1"] }, async () => {
    const { seller, order, customer } = await aSale("pickup")
    const opened = await seller.open(`/order-seller?OrderID=${order.id}`)
    const asked = await opened.follow("Cancel this order")
    expect(asked.get("dialog").textContent).toContain("The customer gets the full $9.40 back")
    const reason = "The frost took the melons. Sorry!"
    const why = "Why can't it be fulfilled?"
    const unexplained = await asked.press("Cancel and refund")
    expect(unexplained.errorAt("reason")).toBe("Tell the customer why.")
    const cancelled = await unexplained.press("Cancel and refund", { [why]: reason })
    expect(cancelled.text).toContain(`You canceled this order: “${reason}” The customer gets a full refund.`)
    const owed = await server.database.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(owed.map((row) => row.amountCents)).toEqual([940])
    const theirs = await (await visitor(server, customer.actor)).open(`/order?OrderID=${order.id}`)
    expect(theirs.text).toContain(`The market canceled this order: “${reason}” Your money is on its way`)
  })

  it("show the customer their shipping, and nothing to press", {
    tags: ["ORDER-7", "ORDER-10"],
  }, async () => {
    const { order, customer } = await aSale("delivery")
    const buyer = await visitor(server, customer.actor)
    const shipping = await buyer.open(`/update-shipping?OrderDetails=${order.id}&title=1`)
    expect(statusOf(shipping)).toBe("The market is packing your order")
    expect(shipping.text).toContain("Order placed")
    expect(shipping.text).toContain("350 5th Ave")
    expect(shipping.document.querySelectorAll("main form")).toHaveLength(0)
  })

  it("cannot be moved by their customer", { tags: ["ORDER-10"] }, async () => {
    const { order, customer } = await aSale("delivery")
    const buyer = await visitor(server, customer.actor)
    const turnedAway = await buyer.post("/update-shipping", { intent: "startDelivery", orderId: order.id })
    expect(turnedAway.path).not.toMatch(/^\/update-shipping/)
    expect((await stored(order.id)).status).toBeNull()
  })

  it("reject a move that the order's status does not allow, in words", { tags: ["SALE-12"] }, async () => {
    const { seller, order } = await aSale("pickup")
    const post = (fields: Record<string, string>, path = `/order-seller?OrderID=${order.id}`) =>
      seller.post(path, { orderId: order.id, ...fields })
    expect((await post({ intent: "status", status: "delivered" })).status).toBe(422)
    expect((await post({ intent: "markDelivered" }, "/update-shipping")).status).toBe(422)
    expect((await post({ intent: "status", status: "picked up" })).status).toBe(200)
    const late = await post({ intent: "cancel-order", reason: "Changed my mind." })
    expect(late.status).toBe(422)
    expect(late.text).toContain("be canceled.")
    expect((await stored(order.id)).status).toBe("picked up")
  })
})
