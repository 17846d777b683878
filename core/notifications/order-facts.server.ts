import { eq } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import {
  contentsOfOrders,
  isAsked,
  nameOf,
  type OrderContents,
  orderColumns,
} from "#core/orders/order-queries.server.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { customers, markets, orders, users } from "#db/schema/index.ts"
import type { OrderFacts } from "./letters/order-letters.ts"

/** An order as the letters tell of it, as it is now; undefined when there is none. */
export const orderFacts = async (db: Executor, orderId: string): Promise<OrderFacts | undefined> =>
  (await factsOfOrders(db, [orderId])).get(orderId)

/** Several orders, by their ids; those that are not there are left out. */
export async function factsOfOrders(
  db: Executor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderFacts>> {
  const ids = [...new Set(orderIds)]
  const [found, contentsOf] = await Promise.all([headsOf(db).execute({ ids }), contentsOfOrders(db, ids)])
  return new Map(found.map((head) => [head.order.id, factsOf(head, contentsOf(head.order.id))]))
}

const sellers = alias(users, "sellers")
/** With the accounts that letters go to. */
const headsOf = prepared((db) =>
  db
    .select({
      ...orderColumns,
      sellerName: markets.firstName,
      email: users.email,
      customerGone: users.deletedAt,
      sellerEmail: sellers.email,
      sellerGone: sellers.deletedAt,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(sellers, eq(sellers.id, markets.userId))
    .where(isAsked(orders.id))
    .prepare("letters_orders"),
)

type Head = Awaited<ReturnType<ReturnType<typeof headsOf>["execute"]>>[number]

function factsOf(head: Head, { lines, delivery }: OrderContents): OrderFacts {
  const { order, market, customer } = head
  return {
    ...order,
    orderId: order.id,
    placedAt: order.createdAt,
    timeZone: market.timeZone,
    customer: { firstName: customer.firstName, email: head.customerGone ? null : head.email },
    seller: { firstName: head.sellerName, email: head.sellerGone ? null : head.sellerEmail },
    market: { name: market.name, address: addressLine(market), phone: market.phone },
    lines: lines.map((line) => ({ ...line, name: line.productName })),
    delivery: delivery && {
      name: nameOf(delivery),
      address: addressLine(delivery),
      carrier: delivery.carrier,
      trackingNumber: delivery.trackingNumber,
    },
  }
}

const addressLine = (at: { address: string; city: string; state: string; zip: string }) =>
  `${at.address}, ${at.city}, ${at.state} ${at.zip}`
