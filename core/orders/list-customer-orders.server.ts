import { desc, eq } from "drizzle-orm"
import { markets, orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import type { Cents } from "../money.ts"
import { type Paged, paged } from "../paged.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

export type CustomerOrderCard = {
  id: string
  number: number
  status: OrderStatus | null
  fulfilment: Fulfilment
  confirmation: string
  marketName: string
  timeZone: string
  createdAt: Date
  taxCents: Cents
  totalCents: Cents
}

const PER_PAGE = 50

/** One page of the customer's own orders, newest first. */
export async function pageOfCustomerOrders(
  ctx: CustomerContext,
  page: number,
): Promise<Paged<CustomerOrderCard>> {
  const total = await ctx.db.$count(orders, eq(orders.customerId, ctx.actor.userId))
  return paged({ page, perPage: PER_PAGE, total }, (window) => listCustomerOrders(ctx, window))
}

/** The customer's own orders, newest first. */
export async function listCustomerOrders(
  ctx: CustomerContext,
  page: { limit: number; offset: number },
): Promise<CustomerOrderCard[]> {
  return ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      fulfilment: orders.fulfilment,
      confirmation: orders.confirmation,
      marketName: markets.name,
      timeZone: markets.timeZone,
      createdAt: orders.createdAt,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.customerId, ctx.actor.userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
}
