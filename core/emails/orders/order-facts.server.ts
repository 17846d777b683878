import { eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { SystemContext } from "#core/context.ts"
import { cents } from "#core/money.ts"
import {
  contentsOfOrders,
  nameOf,
  type OrderContents,
  orderColumns,
} from "#core/orders/order-queries.server.ts"
import { shownReplacements } from "#core/orders/shown-replacement.ts"
import { mapAddress } from "#core/places/map-address.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { customers, markets, orders, users } from "#db/schema/index.ts"
import type { OrderFacts } from "./order-texts.ts"

/** Returns the current state of an order as the emails show it; undefined when there is none. */
export async function orderFacts(
  { db, now }: Pick<SystemContext, "now"> & { db: Executor },
  orderId: string,
): Promise<OrderFacts | undefined> {
  const [[head], contentsOf] = await Promise.all([
    headOf(db).execute({ orderId }),
    contentsOfOrders(db, [orderId], null),
  ])
  return head && factsOf(head, contentsOf(orderId), now)
}

/** Returns an order and the customer or seller who gets an email about it; null when either no longer exists. */
export async function aboutOrder<R extends "customer" | "seller">(
  ctx: SystemContext,
  orderId: string,
  role: R,
) {
  const order = await orderFacts(ctx, orderId)
  if (!order) return null
  const { userId, firstName, email } = order[role]
  return email ? { order, to: { userId, role, email, firstName } } : null
}

const sellers = alias(users, "sellers")
/** Includes the accounts that emails go to. */
const headOf = prepared((db) =>
  db
    .select({
      ...orderColumns,
      sellerName: markets.firstName,
      sellerId: markets.userId,
      email: users.email,
      customerGone: users.deletedAt,
      sellerEmail: sellers.email,
      sellerGone: sellers.deletedAt,
      sellerFeeCents: sql`(select coalesce(-sum(amount_cents), 0) from ledger_entries
        where order_id = ${orders.id} and party = 'seller' and kind = 'processor_fee')`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(sellers, eq(sellers.id, markets.userId))
    .where(eq(orders.id, sql.placeholder("orderId")))
    .prepare("letter_order"),
)

type Head = Awaited<ReturnType<ReturnType<typeof headOf>["execute"]>>[number]

function factsOf(head: Head, contents: OrderContents, now: () => Date): OrderFacts {
  const { order, market, customer } = head
  const { lines, delivery, refunds } = contents
  return {
    ...order,
    orderId: order.id,
    sellerFeeCents: cents(head.sellerFeeCents),
    refunds,
    replacements: shownReplacements({ ...contents, order, market }, now()),
    placedAt: order.createdAt,
    timeZone: market.timeZone,
    customer: {
      userId: order.customerId,
      firstName: customer.firstName,
      email: head.customerGone ? null : head.email,
    },
    seller: {
      userId: head.sellerId,
      firstName: head.sellerName,
      email: head.sellerGone ? null : head.sellerEmail,
    },
    market: {
      name: market.name,
      address: addressLine(market),
      mapUrl: mapAddress(market),
      phone: market.phone,
    },
    lines,
    delivery: delivery && {
      name: nameOf(delivery),
      address: addressLine(delivery),
      zip: delivery.zip,
      carrier: delivery.carrier,
      trackingNumber: delivery.trackingNumber,
    },
  }
}

const addressLine = (at: { address: string; city: string; state: string; zip: string }) =>
  `${at.address}, ${at.city}, ${at.state} ${at.zip}`
