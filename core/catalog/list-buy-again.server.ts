import { and, desc, eq, isNull, max, sql } from "drizzle-orm"
import { markets, orderLines, orders, products } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { listed } from "./market-queries.server.ts"
import {
  cardColumns,
  firstImage,
  inStock,
  PRODUCTS_PER_PAGE,
  type ProductCard,
  pageColumns,
  sizes,
  toCard,
} from "./product-cards.server.ts"

/**
 * Products that the customer has bought at a market and can buy now, the last bought first. Leaves out products that
 * are sold out or no longer offered, and those of canceled orders.
 */
export async function listBuyAgain(
  ctx: CustomerContext,
  { marketId }: { marketId: string },
): Promise<ProductCard[]> {
  const bought = ctx.db
    .select({ productId: orderLines.productId, lastBought: max(orders.createdAt).as("last_bought") })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(eq(orders.customerId, ctx.actor.userId), eq(orders.marketId, marketId), isNull(orders.cancelledAt)),
    )
    .groupBy(orderLines.productId)
    .as("bought")
  const page = ctx.db
    .select({ ...pageColumns, lastBought: bought.lastBought })
    .from(bought)
    .innerJoin(products, eq(products.id, bought.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .where(and(isNull(products.retiredAt), listed, inStock))
    .orderBy(desc(bought.lastBought), desc(products.id))
    .limit(PRODUCTS_PER_PAGE)
    .as("page")
  const rows = await ctx.db
    .select(cardColumns(page))
    .from(page)
    .leftJoin(sizes, sql`true`)
    .leftJoin(firstImage, sql`true`)
    .orderBy(desc(page.lastBought), desc(page.id))
  return rows.map(toCard)
}
