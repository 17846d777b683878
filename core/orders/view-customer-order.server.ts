import { and, eq } from "drizzle-orm"
import { couriers, deliveries, orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type ToldRefund, toldRefund } from "../payments/refund.ts"
import { mayCallNow } from "./call-queries.server.ts"
import { type OrderDetails, photoLink, readOrder } from "./order-queries.server.ts"
import { callEnd, mayCall, type ToCall } from "./phone-numbers.ts"

export type CustomerOrder = Omit<OrderDetails, "refunds"> & {
  photoUrl: string | null
  refunds: ToldRefund[]
  courierToCall: ToCall | null
  /** Whether the order shows the market's number, as it does while it is open. The market's page always shows it. */
  mayCallMarket: boolean
  /** The number on which the market may call about an open pickup; null if it has none. */
  marketMayCall: string | null
}

/** Returns the customer's own order, with an expiring photo link. Throws `not_found` for another customer's order. */
export async function viewCustomerOrder(ctx: CustomerContext, orderId: string): Promise<CustomerOrder> {
  const mine = eq(orders.customerId, ctx.actor.userId)
  const { details } = await readOrder(ctx.db, { orderId, mine, reader: "customer" })
  const facts = { ...details.order, deliveredAt: details.delivery?.deliveredAt ?? null }
  const mayCallMarket = mayCall("customer", "seller", facts, ctx.now())
  return {
    ...details,
    refunds: details.refunds.map(toldRefund),
    photoUrl: await photoLink(ctx, details.photo),
    courierToCall: details.delivery && (await courierToCall(ctx, orderId)),
    mayCallMarket,
    marketMayCall: mayCallMarket ? details.order.phone : null,
  }
}

/** The courier of the customer's own order, if the customer may call them now. */
async function courierToCall(ctx: CustomerContext, orderId: string): Promise<ToCall | null> {
  const [courier] = await ctx.db
    .select({ firstName: couriers.firstName, phone: couriers.phone, deliveredAt: deliveries.deliveredAt })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(couriers, eq(couriers.userId, deliveries.courierId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.customerId, ctx.actor.userId),
        mayCallNow("customer", "deliverer", ctx.now()),
      ),
    )
  if (!courier?.phone) return null
  const { deliveredAt, ...toCall } = courier
  return { ...toCall, end: callEnd(deliveredAt, ctx.now()) }
}
