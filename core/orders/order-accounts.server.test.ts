import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { viewOrderByNumber } from "#core/orders/find-orders.server.ts"
import { pageOfCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { listsOfSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { shownOrder } from "#core/orders/shown-order.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { viewRecentPurchase } from "#core/purchases/view-purchase.server.ts"
import { users } from "#db/schema/index.ts"
import { fieldsOf } from "#tests/support/allowed-fields.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()

it("tells neither side of an order the other's account", { tags: ["ORDER-18"] }, async () => {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const product = await aProduct(db, market)
  const { id } = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, market.sellerId))

  const buyer = ctxFor(database, customer.actor)
  const seller = ctxFor(database, market.actor)
  const seen = {
    customer: [
      await viewCustomerOrder(buyer, id),
      await pageOfCustomerOrders(buyer, { search: "", show: "all", page: 1 }),
      await viewRecentPurchase(buyer, null),
    ],
    seller: [await viewSellerOrder(seller, id), await listsOfSellerOrders(seller)],
  }
  for (const view of seen.customer) {
    expect(JSON.stringify(view)).toContain(id)
    expect(JSON.stringify(view)).not.toContain(owner?.email)
    expect(JSON.stringify(view)).not.toContain(market.sellerId)
  }
  for (const view of seen.seller) {
    expect(JSON.stringify(view)).toContain(id)
    expect(JSON.stringify(view)).not.toContain(customer.email)
  }
})

/** Internal columns that no page may expose. */
const INTERNAL =
  /checkoutId|platformFeeCents|processorFeeCents|remindedAt|chargebackLostAt|updatedAt|customerId|placeId|stripe/

it("gives each page of an order the fields that it shows, by name", { tags: ["PRIV-10"] }, async () => {
  const { db } = database
  const [customer, market] = [await aCustomer(db), await aMarket(db)]
  const product = await aProduct(db, market)
  const { id, number } = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
  const pages = {
    customer: shownOrder(await viewCustomerOrder(ctxFor(database, customer.actor), id)),
    seller: await listsOfSellerOrders(ctxFor(database, market.actor)),
    admin: await viewOrderByNumber(ctxFor(database, (await anAdmin(db)).actor), number),
  }
  const fields = fieldsOf(pages)
  expect(fields).toEqual(
    expect.arrayContaining(["customer.number", "seller.uncompleted.rows[].number", "admin.order.number"]),
  )
  expect(fields.filter((field) => INTERNAL.test(field))).toEqual([])
})
