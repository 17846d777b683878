import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { markets, products } from "#db/schema/index.ts"
import { listed } from "../catalog/market-queries.server.ts"
import {
  cardColumns,
  firstImage,
  PRODUCTS_PER_PAGE,
  type ProductPage,
  sizes,
  toCard,
} from "../catalog/product-queries.server.ts"
import type { CustomerContext } from "../context.ts"
import { isId } from "../ids.ts"
import { paged } from "../lists.ts"
import { readWordsInMarket } from "./read-words.server.ts"
import { type ProductSort, type SearchedWords, searchText } from "./search-text.ts"

export type InMarketSearch = {
  marketId: string
  /** Empty or missing: all products. */
  text?: string
  category?: string
  /** By default, the order in which products were listed. */
  sort?: ProductSort | null
  page?: number
  limit?: number
  /** Search for the words exactly as typed, without corrections. */
  isExact?: boolean
}

const ORDERS: Record<ProductSort, SQL> = {
  name: sql`lower(page.name)`,
  price: sql`sizes.lowest`,
  newest: desc(sql`page.id`),
}

/**
 * One page of a market's products that have all words of the text; the last page if `page` is beyond it. Empty for a
 * market that may not sell or does not exist.
 */
export async function searchInMarket(
  ctx: CustomerContext,
  search: InMarketSearch,
): Promise<ProductPage & { words: SearchedWords }> {
  const { marketId, category, sort, page = 1, limit: perPage = PRODUCTS_PER_PAGE, isExact = false } = search
  const text = searchText(search.text)
  const nothing = { lexemes: [], typed: text, correctedTo: null }
  if (!isId(marketId)) return { products: [], page: 1, pages: 0, total: 0, words: nothing }
  const words = text ? await readWordsInMarket(ctx.db, { text, isExact, marketId }) : nothing
  const wanted = and(
    eq(products.marketId, marketId),
    isNull(products.retiredAt),
    sql`exists (select from ${markets} where ${markets.id} = ${marketId} and ${listed})`,
    category ? eq(products.category, category) : undefined,
    text ? hasAll(marketId, words.lexemes) : undefined,
  )
  const total = await ctx.db.$count(products, wanted)
  const { rows, ...numbers } = await paged({ page, perPage, total }, ({ limit, offset }) => {
    const page = ctx.db.select().from(products).where(wanted).as("page")
    return ctx.db
      .select(cardColumns(page))
      .from(page)
      .leftJoin(sizes, sql`true`)
      .leftJoin(firstImage, sql`true`)
      .orderBy(...(sort ? [ORDERS[sort]] : []), asc(page.id))
      .limit(limit)
      .offset(offset)
  })
  return { products: rows.map(toCard), ...numbers, words }
}

/** A text without a searchable word (for example, only stop words) finds nothing. */
function hasAll(marketId: string, lexemes: readonly string[]): SQL {
  if (lexemes.length === 0) return sql`false`
  return sql`(
    select count(*) from product_words w
    where w.market_id = ${marketId} and w.lexeme = any(${sql.param(lexemes)}::text[]) and w.product_id = ${products.id}
  ) = ${lexemes.length}`
}
