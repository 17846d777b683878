import { asc, eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { customers, deliveries, markets, orderLines, orders, users } from "#db/schema/index.ts"
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
  const [rows, deliveriesOf, linesOf] = await Promise.all([
    headsOf(db).execute({ ids }),
    carriagesOf(db).execute({ ids }),
    contentsOf(db).execute({ ids }),
  ])
  const deliveryOf = new Map(deliveriesOf.map((delivery) => [delivery.orderId, delivery]))
  const lines = new Map<string, Line[]>()
  for (const line of linesOf) lines.set(line.orderId, [...(lines.get(line.orderId) ?? []), line])
  return new Map(
    rows.map((row) => [row.order.id, factsOf(row, deliveryOf.get(row.order.id), lines.get(row.order.id))]),
  )
}

/**
 * Through a subquery PostgreSQL plans for ten ids, always. It knows the length of a list that is given plainly, finds a
 * plan of its own for each a little cheaper, and makes one each time, which costs ten times as much as the reading.
 */
const isAsked = (column: typeof orders.id | typeof deliveries.orderId | typeof orderLines.orderId) =>
  sql`${column} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))`

const sellers = alias(users, "sellers")
const headsOf = prepared((db) =>
  db
    .select({
      order: orders,
      customer: { firstName: customers.firstName },
      email: users.email,
      customerGone: users.deletedAt,
      market: markets,
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
const carriagesOf = prepared((db) =>
  db.select().from(deliveries).where(isAsked(deliveries.orderId)).prepare("letters_deliveries"),
)
const contentsOf = prepared((db) =>
  db
    .select()
    .from(orderLines)
    .where(isAsked(orderLines.orderId))
    .orderBy(asc(orderLines.id))
    .prepare("letters_lines"),
)

type Head = Awaited<ReturnType<ReturnType<typeof headsOf>["execute"]>>[number]
type Carriage = typeof deliveries.$inferSelect
type Line = typeof orderLines.$inferSelect

function factsOf(row: Head, delivery: Carriage | undefined, lines: Line[] = []): OrderFacts {
  const { order, market } = row
  return {
    ...order,
    orderId: order.id,
    placedAt: order.createdAt,
    timeZone: market.timeZone,
    customer: { firstName: row.customer.firstName, email: row.customerGone ? null : row.email },
    seller: { firstName: market.firstName, email: row.sellerGone ? null : row.sellerEmail },
    market: { name: market.name, address: addressLine(market), phone: market.phone },
    lines: lines.map((line) => ({ ...line, name: line.productName })),
    delivery: delivery
      ? {
          name: `${delivery.firstName} ${delivery.lastName}`,
          address: addressLine(delivery),
          carrier: delivery.carrier,
          trackingNumber: delivery.trackingNumber,
        }
      : null,
  }
}

const addressLine = (at: { address: string; city: string; state: string; zip: string }) =>
  `${at.address}, ${at.city}, ${at.state} ${at.zip}`
