import { eq } from "drizzle-orm"
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

/** What a customer's list shows of an order, and no more: what a loader returns can be read in the page's source. */
export const customerOrderCard = ({ order, market, refundedCents }: Order) => ({
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
})

/** As long after a purchase its pages still speak of it. */
const JUST_NOW_MS = 60 * 60_000

/** The customer's latest order, if it was placed just now. */
export async function justPaid(ctx: CustomerContext): Promise<CustomerOrderCard | null> {
  const [latest] = await listCustomerOrders(ctx, { limit: 1, offset: 0 })
  const isJustPaid = latest && ctx.now().getTime() - latest.order.createdAt.getTime() <= JUST_NOW_MS
  return isJustPaid ? customerOrderCard(latest) : null
}
