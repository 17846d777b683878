import { and, desc, eq, gte } from "drizzle-orm"
import { HOUR_MS } from "#core/durations.ts"
import { orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type Paged, paged } from "../lists.ts"
import { listOrders, type Order } from "./order-queries.server.ts"

const PER_PAGE = 50

/** The customer's own orders, newest first. */
export const listCustomerOrders = (
  ctx: CustomerContext,
  page: { limit: number; offset: number },
): Promise<Order[]> => listOrders(ctx.db, ofCustomer(ctx), page)

/** One page of the customer's own orders, newest first. */
export async function pageOfCustomerOrders(
  ctx: CustomerContext,
  page: number,
): Promise<Paged<CustomerOrderCard>> {
  const total = await ctx.db.$count(orders, ofCustomer(ctx))
  return paged({ page, perPage: PER_PAGE, total }, async (window) =>
    (await listCustomerOrders(ctx, window)).map(customerOrderCard),
  )
}

const ofCustomer = (ctx: CustomerContext) => eq(orders.customerId, ctx.actor.userId)

export type CustomerOrderCard = ReturnType<typeof customerOrderCard>

/** Only the fields that a customer's list shows: everything that a loader returns is readable in the page's source. */
export const customerOrderCard = ({ order, market, refundedCents, isAsked }: Order) => ({
  id: order.id,
  number: order.number,
  status: order.status,
  fulfilment: order.fulfilment,
  confirmation: order.confirmation,
  marketName: market.name,
  timeZone: market.timeZone,
  createdAt: order.createdAt,
  windowStartsAt: order.windowStartsAt,
  windowEndsAt: order.windowEndsAt,
  clockStartsAt: order.clockStartsAt,
  taxCents: order.taxCents,
  totalCents: order.totalCents,
  refundedCents,
  isAsked,
})

/** How long pages mention a purchase after it was made. */
const JUST_NOW_MS = HOUR_MS

/** The orders of the customer's latest payment, oldest first, if it was made within the last hour; otherwise none. */
export async function justPaid(ctx: CustomerContext): Promise<CustomerOrderCard[]> {
  const latest = ctx.db
    .select({ checkoutId: orders.checkoutId })
    .from(orders)
    .where(ofCustomer(ctx))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  const since = new Date(ctx.now().getTime() - JUST_NOW_MS)
  const ofPayment = and(ofCustomer(ctx), eq(orders.checkoutId, latest), gte(orders.createdAt, since))
  const paid = await listOrders(ctx.db, ofPayment, { limit: PER_PAGE, offset: 0 })
  return paid.map(customerOrderCard).sort((a, b) => a.number - b.number)
}
