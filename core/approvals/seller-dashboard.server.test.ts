import { expect, it } from "vitest"
import { pauseMarket } from "#core/market/pause-market.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { sellerDashboard } from "./seller-dashboard.server.ts"

const database = useDatabase()

it("counts the seller's orders and shows their own information, and nothing of another market's", {
  tags: ["SELL-2", "SELL-3"],
}, async () => {
  const { db } = database
  const customer = await aCustomer(db)
  const market = await aMarket(db, { firstName: "Ruth", name: "Pier Greens" })
  const other = await aMarket(db)
  const product = await aProduct(db, market)
  const done = await anOrder(db, { customer, market, product })
  await anOrder(db, { customer, market, product, fulfilment: "delivery" })
  await anOrder(db, { customer, market: other, product: await aProduct(db, other) })
  const seller = ctxFor(database, market.actor)
  await setPickupStatus(seller, { orderId: done.id, status: "picked up" })

  const { orders, info } = await sellerDashboard(seller)
  expect(orders).toEqual({ total: 2, complete: 1, uncomplete: 1, cancelled: 0 })
  expect(info).toMatchObject({
    firstName: "Ruth",
    lastName: "Seller",
    name: "Pier Greens",
    address: "75 9th Ave",
    city: "New York",
    state: "NY",
    zip: "10001",
    phone: "212-555-0134",
    email: expect.stringMatching(/@example\.test$/),
  })
})

it("says that the market is paused, and until when", { tags: ["SELL-13"] }, async () => {
  const market = await aMarket(database.db)
  const seller = ctxFor(database, market.actor, { now: () => new Date("2026-06-13T14:00:00Z") })
  expect((await sellerDashboard(seller)).pausedText).toBeNull()
  await pauseMarket(seller, { until: "2026-07-06", reason: null })
  expect((await sellerDashboard(seller)).pausedText).toBe("Paused until Monday, July 6")
})
