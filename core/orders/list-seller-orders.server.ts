import { and, count, desc, eq, isNull, ne, or, sql } from "drizzle-orm"
import { customers, deliveries, markets, orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { type Paged, paged } from "../paged.ts"
import { contentsOfOrders } from "./contents-of-orders.server.ts"
import { ofSeller } from "./seller-orders.server.ts"

const notCancelled = or(isNull(orders.status), ne(orders.status, "cancelled"))

const PER_PAGE = 50

const LISTS = {
  uncompleted: and(eq(orders.complete, false), notCancelled),
  completed: eq(orders.complete, true),
  cancelled: eq(orders.status, "cancelled"),
  all: undefined,
}

/** One page of the seller's own orders: uncompleted, completed or cancelled, newest first, with what is in them. */
export async function pageOfSellerOrders(
  ctx: SellerContext,
  which: Exclude<keyof typeof LISTS, "all">,
  page: number,
): Promise<Paged<SellerOrderRow>> {
  const total = await ctx.db.$count(orders, and(ofSeller(ctx), LISTS[which]))
  return paged({ page, perPage: PER_PAGE, total }, async (window) => {
    const rows = await listSellerOrders(ctx, which, window)
    const contentsOf = await contentsOfOrders(
      ctx.db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, items: contentsOf(row.id).lines.map(itemText) }))
  })
}

/** The seller's own orders: uncompleted, completed, cancelled, or all, newest first. */
export async function listSellerOrders(
  ctx: SellerContext,
  which: keyof typeof LISTS,
  page: { limit: number; offset: number },
) {
  return ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      fulfilment: orders.fulfilment,
      confirmation: orders.confirmation,
      customerName: sql<string>`${customers.firstName} || ' ' || ${customers.lastName}`,
      hasDeliverer: deliveries.hasDeliverer,
      itemsCents: orders.itemsCents,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      processorFeeCents: orders.processorFeeCents,
      createdAt: orders.createdAt,
      timeZone: markets.timeZone,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .innerJoin(customers, eq(customers.userId, orders.customerId))
    .leftJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(and(ofSeller(ctx), LISTS[which]))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
}

export type SellerOrderRow = Awaited<ReturnType<typeof listSellerOrders>>[number] & {
  /** "2 × Barn boots, size 9" */
  items: string[]
}

const itemText = ({ quantity, productName, size }: { quantity: number; productName: string; size: string }) =>
  `${quantity} × ${productName}${size ? `, size ${size}` : ""}`

/** The numbers of the dashboard's orders card; cancelled orders count as neither complete nor uncomplete. */
export async function countSellerOrders(ctx: SellerContext) {
  const [row] = await ctx.db
    .select({
      total: count(),
      complete: sql<number>`count(*) filter (where ${orders.complete})`.mapWith(Number),
      uncomplete:
        sql<number>`count(*) filter (where not ${orders.complete} and ${orders.status} is distinct from 'cancelled')`.mapWith(
          Number,
        ),
      cancelled: sql<number>`count(*) filter (where ${orders.status} = 'cancelled')`.mapWith(Number),
    })
    .from(orders)
    .where(ofSeller(ctx))
  return row ?? { total: 0, complete: 0, uncomplete: 0, cancelled: 0 }
}
