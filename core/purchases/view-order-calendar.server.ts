import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { addressLine } from "#core/market/market-changes.ts"
import { deliveries, markets, orders } from "#db/schema/index.ts"
import { orderCalendar } from "./order-calendar.ts"

/**
 * Returns the customer's own order as a calendar file. Throws `not_found`, also for another customer's order and for a
 * canceled one.
 */
export async function viewOrderCalendar(
  ctx: CustomerContext,
  orderId: string,
): Promise<{ name: string; body: string }> {
  if (!isId(orderId)) throw notFound("This order")
  const [found] = await ctx.db
    .select({ order: orders, market: markets, delivery: deliveries })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .leftJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.customerId, ctx.actor.userId)))
  if (!found || found.order.status === "cancelled") throw notFound("This order")
  const { order, market, delivery } = found
  const { number, fulfilment } = order
  const body = orderCalendar(
    {
      id: order.id,
      number,
      fulfilment,
      marketName: market.name,
      where: addressLine(delivery ? { ...delivery, address: streetOf(delivery) } : market),
      startsAt: order.windowStartsAt ?? order.dueAt,
      endsAt: order.windowEndsAt,
      url: `${ctx.ports.mail.siteUrl}/order?OrderID=${order.id}`,
    },
    ctx.now(),
  )
  return { name: `pushcart-${number}.ics`, body }
}

const streetOf = ({ address, addressOne }: { address: string; addressOne: string }) =>
  [address, addressOne].filter(Boolean).join(", ")
