import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import type { Images } from "#core/ports/images.ts"
import type { Ports } from "#core/ports/index.ts"
import { ctxFor, type TestDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "./markets.ts"
import { anOrder } from "./orders.ts"
import { aCourier, aCustomer } from "./people.ts"

/** Stores nothing: images have their own tests. */
export const noImages = {
  check: async (bytes: Uint8Array) => ({ bytes, contentType: "image/webp", width: 1, height: 1 }),
  store: async () => {},
} as unknown as Images

/** Deliveries in Manhattan that wait for a courier, and couriers who may take them. */
export function offersIn(database: Pick<TestDatabase, "db">) {
  async function anOffer() {
    const { db } = database
    const customer = await aCustomer(db)
    const market = await aMarket(db)
    const product = await aProduct(db, market)
    const order = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
    const seller = ctxFor(database, market.actor)
    await chooseCourier(seller, { orderId: order.id, hasDeliverer: false })
    const buyer = ctxFor(database, customer.actor)
    return { order, deliveryId: order.delivery!.id, market, product, seller, buyer }
  }

  async function aSignedInCourier(facts: Parameters<typeof aCourier>[1] = {}, ports: Partial<Ports> = {}) {
    const { actor } = await aCourier(database.db, facts)
    return ctxFor(database, actor, { ports: { images: noImages, ...ports } })
  }

  return { anOffer, aSignedInCourier }
}
