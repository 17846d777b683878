import { and, count, eq, isNull, ne, or, sql } from "drizzle-orm"
import { itemText } from "#core/catalog/product.ts"
import { orders } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { type Paged, paged } from "../lists.ts"
import {
  listOrders,
  nameOf,
  type Order,
  type OrderContents,
  ofSeller,
  withContents,
} from "./order-queries.server.ts"

const notCancelled = or(isNull(orders.status), ne(orders.status, "cancelled"))

const PER_PAGE = 50

const LISTS = {
  uncompleted: and(eq(orders.complete, false), notCancelled),
  completed: eq(orders.complete, true),
  cancelled: eq(orders.status, "cancelled"),
  all: undefined,
}

/** The seller's own orders: uncompleted, completed, canceled, or all, newest first. */
export const listSellerOrders = (
  ctx: SellerContext,
  which: keyof typeof LISTS,
  page: { limit: number; offset: number },
): Promise<Order[]> => listOrders(ctx.db, and(ofSeller(ctx), LISTS[which]), page)

/** One page of the seller's own orders: uncompleted, completed or canceled, newest first, with their contents. */
export async function pageOfSellerOrders(
  ctx: SellerContext,
  which: Exclude<keyof typeof LISTS, "all">,
  page: number,
): Promise<Paged<SellerOrderRow>> {
  const total = await ctx.db.$count(orders, and(ofSeller(ctx), LISTS[which]))
  return paged({ page, perPage: PER_PAGE, total }, async (window) =>
    (await withContents(ctx.db, await listSellerOrders(ctx, which, window))).map(sellerOrderRow),
  )
}

export type SellerOrderRow = ReturnType<typeof sellerOrderRow>

/** Only the fields that a seller's list shows: everything that a loader returns is readable in the page's source. */
const sellerOrderRow = ({ order, market, customer, lines, refundedCents }: Order & OrderContents) => ({
  id: order.id,
  number: order.number,
  status: order.status,
  fulfilment: order.fulfilment,
  confirmation: order.confirmation,
  customerName: nameOf(customer),
  taxCents: order.taxCents,
  totalCents: order.totalCents,
  refundedCents,
  createdAt: order.createdAt,
  timeZone: market.timeZone,
  windowStartsAt: order.windowStartsAt,
  windowEndsAt: order.windowEndsAt,
  clockStartsAt: order.clockStartsAt,
  note: order.note,
  replacement: order.replacement,
  items: lines.map(itemText),
})

/** Counts for the dashboard's orders card; canceled orders count as neither complete nor uncomplete. */
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
