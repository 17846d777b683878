import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { products } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import {
  cardColumns,
  firstImage,
  inStock,
  type ProductCard,
  pageColumns,
  sizes,
  toCard,
} from "./product-cards.server.ts"

/** The number of cards in a row. */
const IN_A_ROW = 4

type Asked = { marketId: string; id: string; category: string }

/** `total` counts all products of the market; 0 if nothing else is in stock. */
export type MoreFromMarket = { products: ProductCard[]; total: number }

/**
 * Other products that a market has in stock, for the page of one of its products: the same category first, beginning
 * after the product, so that a visitor who goes from one to the next sees all of them.
 */
export async function moreFromMarket(
  ctx: CustomerContext,
  { marketId, id: productId, category }: Asked,
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
