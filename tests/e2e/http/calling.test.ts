import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { timeText } from "#core/calendar/calendar-text.ts"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { couriers, customers, deliveries, orders } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const BUTTON = /^(Call|Text) /

/** The numbers that can be called or texted on a page, by their buttons. */
const calls = (page: HtmlPage) =>
  page.all("link", BUTTON).map((link) => `${link.textContent.trim()}: ${link.getAttribute("href")}`)

const RULES = { tags: ["REACH-1", "REACH-2", "NOJS-4", "NOJS-5"] }

it(
  "courier and customer call and text each other from taken on, and the market while it is open",
  RULES,
  async () => {
    const { db } = server.database
    const { order, deliveryId, buyer, seller } = await offersIn(server.database).anOffer()
    const dora = await aCourier(db, {})
    await db.update(couriers).set({ firstName: "Dora" }).where(eq(couriers.userId, dora.actor.userId))
    const [door, phone, stall] = [
      await visitor(server, dora.actor),
      await visitor(server, buyer.actor),
      await visitor(server, seller.actor),
    ]
    const numbers = async () => ({
      courier: calls(await door.open("/deliveries")),
      customer: calls(await phone.open(`/order?OrderID=${order.id}`)),
      market: calls(await stall.open(`/order-seller?OrderID=${order.id}`)),
    })
    const market = ["Call Ada: tel:212-555-0111", "Text Ada: sms:212-555-0111"]
    const aboutMarket = "Call the market: tel:212-555-0134"
    expect(await numbers()).toEqual({ courier: [], customer: [aboutMarket], market })
    const ctx = ctxFor(server.database, dora.actor)
    await takeDelivery(ctx, deliveryId)
    const onTheWay = {
      courier: ["Call Ada: tel:212-555-0111", "Text Ada: sms:212-555-0111"],
      customer: ["Call Dora: tel:4105550100", "Text Dora: sms:4105550100", aboutMarket],
      market,
    }
    expect(await numbers()).toEqual(onTheWay)
    await pickUpDelivery(ctx, deliveryId)
    expect(await numbers()).toEqual(onTheWay)
    const since = (minutes: number) =>
      db
        .update(deliveries)
        .set({ deliveredAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(deliveries.id, deliveryId))
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id))
    await since(59)
    expect(await numbers()).toEqual({ courier: [], customer: onTheWay.customer.slice(0, 2), market: [] })
    expect(calls(await door.open("/all-deliveries"))).toEqual(onTheWay.courier)
    const [{ deliveredAt } = {}] = await db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
    const end = timeText(new Date(deliveredAt!.getTime() + 3_600_000), "America/New_York")
    for (const page of [await door.open("/all-deliveries"), await phone.open(`/order?OrderID=${order.id}`)])
      expect(page.text).toContain(`You can use this number until ${end}.`)
    await since(60)
    expect(await numbers()).toEqual({ courier: [], customer: [], market: [] })
    expect(calls(await door.open("/all-deliveries"))).toEqual([])
    for (const path of [
      "order-seller?OrderID",
      "update-shipping?OrderDetails",
      "marketOrderDetails?OrderDetails",
    ])
      expect((await stall.open(`/${path}=${order.id}`)).html).not.toContain("212-555-0111")
  },
)

it(
  "a pickup's customer is called by the order's number, and nothing is shown if it has none",
  RULES,
  async () => {
    const { db } = server.database
    const [customer, market] = [await aCustomer(db), await aMarket(db)]
    const order = await anOrder(db, { customer, market, product: await aProduct(db, market) })
    const [shopper, stall] = [await visitor(server, customer.actor), await visitor(server, market.actor)]
    const path = `/order-seller?OrderID=${order.id}`
    const packing = `/marketOrderDetails?OrderDetails=${order.id}`
    for (const page of [path, packing]) expect(calls(await stall.open(page))).toEqual([])
    await db
      .update(customers)
      .set({ phone: "212-555-0100" })
      .where(eq(customers.userId, customer.actor.userId))
    for (const page of [path, packing]) expect(calls(await stall.open(page))).toEqual([])
    await db.update(orders).set({ phone: "212-555-0147" }).where(eq(orders.id, order.id))
    for (const page of [path, packing])
      expect(calls(await stall.open(page))).toEqual([
        expect.stringMatching(/^Call .+: tel:212-555-0147$/),
        expect.stringMatching(/^Text .+: sms:212-555-0147$/),
      ])
    await setPickupStatus(ctxFor(server.database, market.actor), { orderId: order.id, status: "picked up" })
    for (const page of [path, packing]) expect((await stall.open(page)).html).not.toContain("212-555-0147")
    expect(calls(await shopper.open(`/order?OrderID=${order.id}`))).toEqual([])
  },
)
