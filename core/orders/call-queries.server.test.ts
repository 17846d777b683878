import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import { activeDelivery, pageOfDelivered } from "#core/deliveries/list-deliveries.server.ts"
import { customers, deliveries, orders } from "#db/schema/index.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { noImages, offersIn } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { mayCallNow, shownWhere } from "./call-queries.server.ts"
import { cancelSellerOrder } from "./cancel-seller-order.server.ts"
import { viewOrderByNumber } from "./find-orders.server.ts"
import { mayCall } from "./phone-numbers.ts"
import { setPickupStatus } from "./set-pickup-status.server.ts"
import { FULFILMENTS, ORDER_STATUSES } from "./statuses.ts"
import { viewCustomerOrder } from "./view-customer-order.server.ts"
import { viewSellerOrder } from "./view-seller-order.server.ts"

const database = useDatabase()
const { anOffer, aSignedInCourier } = offersIn(database)
const ROLES = ["customer", "seller", "deliverer", "admin"] as const
const photo = new Uint8Array([1, 2, 3])
const CUSTOMERS = "212-555-0111"
const COURIERS = "4105550100"

describe("numbers in the database", { tags: ["REACH-1"] }, () => {
  it("are let out by the same rule as in the program, for every role, status and hour", async () => {
    const { order } = await anOffer()
    const now = new Date("2026-11-25T18:00:00Z")
    const times = [null, new Date(now.getTime() - 3_599_000), new Date(now.getTime() - 3_600_000)]
    const pairs = ROLES.flatMap((one) => ROLES.map((other) => [one, other] as const))
    const columns = Object.fromEntries(
      pairs.map(([one, other]) => [
        `${one} ${other}`,
        shownWhere(mayCallNow(one, other, now), deliveries.phone),
      ]),
    )
    for (const fulfilment of FULFILMENTS)
      for (const status of [null, ...ORDER_STATUSES])
        for (const deliveredAt of times) {
          await database.db.update(orders).set({ fulfilment, status }).where(eq(orders.id, order.id))
          await database.db.update(deliveries).set({ deliveredAt }).where(eq(deliveries.orderId, order.id))
          const [shown] = await database.db
            .select(columns)
            .from(orders)
            .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
            .where(eq(orders.id, order.id))
          const facts = { fulfilment, status, deliveredAt }
          for (const [one, other] of pairs)
            expect(shown![`${one} ${other}`] !== "", `${one} ${other} ${JSON.stringify(facts)}`).toBe(
              mayCall(one, other, facts, now),
            )
        }
  })
})

describe("who reads which number of a delivery", { tags: ["REACH-1", "REACH-2"] }, () => {
  it("is customer and courier from taken until an hour after delivery, and the market while it is open", async () => {
    const { order, deliveryId, seller, buyer } = await anOffer()
    const clock = testClock()
    const { actor } = await aSignedInCourier()
    const images = { ...noImages, privateUrl: async () => "/photo" }
    const courier = ctxFor(database, actor, { now: clock.now, ports: { images } })
    const customer = ctxFor(database, buyer.actor, { now: clock.now, ports: { images } })
    const market = ctxFor(database, seller.actor, { now: clock.now, ports: { images } })
    const read = async () => ({
      customer: (await viewCustomerOrder(customer, order.id)).courierToCall?.phone ?? null,
      market: (await viewCustomerOrder(customer, order.id)).mayCallMarket,
      seller: (await viewSellerOrder(market, order.id)).customerToCall?.phone ?? null,
      address: (await viewSellerOrder(market, order.id)).delivery?.phone,
      courier: (await activeDelivery(courier))?.phone ?? null,
      delivered: (await pageOfDelivered(courier, 1)).rows[0]?.phone ?? null,
    })
    const open = { market: true, seller: CUSTOMERS, address: CUSTOMERS }
    const over = { market: false, seller: null, address: "" }
    const nobody = { customer: null, courier: null, delivered: null }
    expect(await read()).toEqual({ ...open, ...nobody })
    await takeDelivery(courier, deliveryId)
    expect(await read()).toEqual({ ...open, ...nobody, customer: COURIERS, courier: CUSTOMERS })
    await giveBackDelivery(courier, deliveryId)
    expect(await read()).toEqual({ ...open, ...nobody })
    await takeDelivery(courier, deliveryId)
    await pickUpDelivery(courier, deliveryId)
    expect(await read()).toEqual({ ...open, ...nobody, customer: COURIERS, courier: CUSTOMERS })
    await deliverDelivery(courier, { deliveryId, photo })
    expect(await read()).toEqual({ ...over, ...nobody, customer: COURIERS, delivered: CUSTOMERS })
    clock.advance({ minutes: 60 })
    expect(await read()).toEqual({ ...over, ...nobody, delivered: "" })
    expect((await viewCustomerOrder(customer, order.id)).delivery?.phone).toBe(CUSTOMERS)
  })

  it("is no admin, whatever the order's status", async () => {
    const { order } = await anOffer()
    const { userId } = await anAdmin(database.db)
    const admin = ctxFor(database, { role: "admin", userId })
    expect((await viewOrderByNumber(admin, order.number)).delivery?.phone).toBe("")
  })

  it("is the number that the customer gave with a pickup, not the account's, and nothing where there is none", async () => {
    const customer = await aCustomer(database.db)
    const market = await aMarket(database.db)
    const product = await aProduct(database.db, market)
    const order = await anOrder(database.db, { customer, market, product })
    const seller = ctxFor(database, market.actor)
    expect((await viewSellerOrder(seller, order.id)).customerToCall).toBeNull()
    await database.db
      .update(customers)
      .set({ phone: "212-555-0147" })
      .where(eq(customers.userId, customer.userId))
    expect((await viewSellerOrder(seller, order.id)).customerToCall).toBeNull()
    await database.db.update(orders).set({ phone: "212-555-0148" }).where(eq(orders.id, order.id))
    const buyer = ctxFor(database, customer.actor)
    expect((await viewSellerOrder(seller, order.id)).customerToCall?.phone).toBe("212-555-0148")
    expect((await viewCustomerOrder(buyer, order.id)).marketMayCall).toBe("212-555-0148")
    await setPickupStatus(seller, { orderId: order.id, status: "picked up" })
    expect((await viewSellerOrder(seller, order.id)).customerToCall).toBeNull()
    expect((await viewCustomerOrder(buyer, order.id)).marketMayCall).toBeNull()
  })

  it("is nobody once it is cancelled", async () => {
    const { order, seller, buyer, deliveryId } = await anOffer()
    const courier = await aSignedInCourier()
    await takeDelivery(courier, deliveryId)
    await cancelSellerOrder(seller, { orderId: order.id, reason: "Out of everything." })
    expect((await viewSellerOrder(seller, order.id)).customerToCall).toBeNull()
    expect(await viewCustomerOrder(buyer, order.id)).toMatchObject({
      courierToCall: null,
      mayCallMarket: false,
    })
    expect(await activeDelivery(courier)).toBeNull()
  })
})
