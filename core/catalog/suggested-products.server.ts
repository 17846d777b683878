import { and, asc, desc, eq, isNull, max, ne, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { prepared } from "#db/prepared.ts"
import { markets, orderLines, orders, products } from "#db/schema/index.ts"
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
} from "./product-queries.server.ts"

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

/** The number of cards in a row. */
const IN_A_ROW = 4

type ProductInMarket = { marketId: string; id: string; category: string }

/** `total` counts all products of the market; 0 if nothing else is in stock. */
export type MoreFromMarket = { products: ProductCard[]; total: number }

/**
 * Other products that a market has in stock, for the page of one of its products: the same category first, starting
 * after the product, so that a visitor who goes from one to the next sees all of them.
 */
export async function moreFromMarket(
  ctx: CustomerContext,
  { marketId, id: productId, category }: ProductInMarket,
): Promise<MoreFromMarket> {
  const rows = await others(ctx.db).execute({ marketId, productId, category, limit: IN_A_ROW })
  return { products: rows.map(({ total: _total, ...row }) => toCard(row)), total: rows[0]?.total ?? 0 }
}

const others = prepared((db) => {
  const productId = sql`${sql.placeholder("productId")}::uuid`
  const sold = and(eq(products.marketId, sql.placeholder("marketId")), isNull(products.retiredAt))
  const page = db
    .select({
      ...pageColumns,
      isSame: sql<boolean>`${products.category} = ${sql.placeholder("category")}`.as("is_same"),
      isAfter: sql<boolean>`${products.id} > ${productId}`.as("is_after"),
    })
    .from(products)
    .where(and(sold, ne(products.id, productId), inStock))
    .orderBy(desc(sql`is_same`), desc(sql`is_after`), asc(products.id))
    .limit(sql.placeholder("limit"))
    .as("page")
  return db
    .select({
      ...cardColumns(page),
      total: sql<number>`(select count(*)::int from ${products} where ${sold})`,
    })
    .from(page)
    .leftJoin(sizes, sql`true`)
    .leftJoin(firstImage, sql`true`)
    .orderBy(desc(page.isSame), desc(page.isAfter), asc(page.id))
    .prepare("more_from_market")
})
