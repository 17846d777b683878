import { expect, it } from "vitest"
import { pageOfDelivered } from "#core/deliveries/list-deliveries.server.ts"
import { pageOfCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { listsOfSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { deliveries } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

it("reaches the oldest order on the last page of each list, and tells how many there are", {
  tags: ["SALE-18"],
}, async () => {
  const { db } = database
  const [market, customer, courier] = [await aMarket(db), await aCustomer(db), await aCourier(db)]
  const product = await aProduct(db, market)
  const sale = { customer, market, product, fulfilment: "delivery" } as const
  const oldest = await anOrder(db, sale)
  for (let later = 0; later < 49; later++) await anOrder(db, sale)
  const newest = await anOrder(db, sale)

  const seller = ctxFor(database, market.actor)
  const buyer = ctxFor(database, customer.actor)
  const ofSeller = async (uncompleted: number) =>
    (await listsOfSellerOrders(seller, { pages: { uncompleted, completed: 1, cancelled: 1 } })).uncompleted
  const ofCustomer = (page: number) => pageOfCustomerOrders(buyer, { search: "", show: "all", page })
  // The seller's first page has what is due first, the customer's what they ordered last.
  for (const [list, last] of [
    [ofSeller, newest],
    [ofCustomer, oldest],
  ] as const) {
    expect(await list(1)).toMatchObject({ page: 1, pages: 2, total: 51 })
    expect((await list(2)).rows.map(({ id }) => id)).toEqual([last.id])
    expect((await list(9)).page).toBe(2)
  }
  expect((await listsOfSellerOrders(seller)).completed).toMatchObject({ rows: [], pages: 0, total: 0 })

  await db.update(deliveries).set({ courierId: courier.userId, deliveredAt: new Date() })
  const last = await pageOfDelivered(ctxFor(database, courier.actor), 2)
  expect([last.rows.length, last.pages, last.total]).toEqual([1, 2, 51])
})
