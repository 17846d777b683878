import { eq, inArray } from "drizzle-orm"
import { afterEach } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { type Cents, cents } from "#core/money.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { deliveries } from "#db/schema/index.ts"
import { ctxFor } from "./database.ts"
import { aMarket, aProduct } from "./factories/markets.ts"
import { anOrder } from "./factories/orders.ts"
import { aCourier, aCustomer } from "./factories/people.ts"
import type { Site } from "./server.ts"

/** Streets of Baltimore, from Lexington Market to a door on East Pratt Street. */
export const ROUTE = [
  { lat: 39.29175, lng: -76.62095 },
  { lat: 39.2895, lng: -76.6198 },
  { lat: 39.2868, lng: -76.614 },
  { lat: 39.2864, lng: -76.6075 },
] as const
export const DOOR = ROUTE[3]

type Window = NonNullable<Parameters<typeof anOrder>[1]["window"]>

/**
 * Markets and orders in Baltimore, where the couriers of `aDeliverer` live. After each test its orders no longer wait
 * for a courier, so that every test begins with none.
 */
export function ordersInBaltimore(server: Pick<Site, "database">) {
  let offered: string[] = []
  afterEach(async () => {
    const { db } = server.database
    if (offered.length > 0)
      await db.update(deliveries).set({ hasDeliverer: true }).where(inArray(deliveries.orderId, offered))
    offered = []
  })

  async function aStall(facts: { timeZone?: string } = {}) {
    const { db } = server.database
    const market = await aMarket(db, {
      name: `Lexington Stall ${crypto.randomUUID().slice(0, 6)}`,
      address: "400 W Lexington St",
      city: "Baltimore",
      state: "MD",
      zip: "21201",
      positionSource: "entered",
      ...ROUTE[0],
      ...facts,
    })
    return { market, product: await aProduct(db, market) }
  }

  /** An order for as soon as possible, unless a window is given. */
  async function aBaltimoreOrder({
    window,
    tipCents = cents(0),
    ...facts
  }: {
    window?: Window
    tipCents?: Cents
    timeZone?: string
  } = {}) {
    const { db } = server.database
    const { market, product } = await aStall(facts)
    const customer = await aCustomer(db)
    const sold = { customer, market, product, tipCents, fulfilment: "delivery" as const }
    const order = await anOrder(db, window ? { ...sold, window } : sold)
    await toTheDoor(order.id)
    const offer = () =>
      chooseCourier(ctxFor(server.database, market.actor), { orderId: order.id, hasDeliverer: false })
    return { market, customer, order, deliveryId: order.delivery!.id, offer }
  }

  /** Gives a delivery the address that a geocoder would have found. Without one, only its ZIP's center is known. */
  async function toTheDoor(orderId: string) {
    offered.push(orderId)
    await server.database.db
      .update(deliveries)
      .set({
        address: "600 E Pratt St",
        city: "Baltimore",
        state: "MD",
        zip: "21202",
        ...DOOR,
        positionSource: "entered",
      })
      .where(eq(deliveries.orderId, orderId))
  }

  async function takenByAnother(deliveryId: string) {
    const other = await aCourier(server.database.db)
    await takeDelivery(ctxFor(server.database, other.actor), deliveryId)
  }

  return { aStall, aBaltimoreOrder, toTheDoor, takenByAnother }
}
