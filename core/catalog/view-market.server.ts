import { and, eq } from "drizzle-orm"
import { markets } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { categoryMenu } from "./categories.ts"
import { listed } from "./listed.server.ts"
import { type MarketHeader, marketHeader } from "./market-header.server.ts"
import { categoriesOf, type ProductPage, productCards } from "./product-cards.server.ts"

export type MarketView = { market: MarketHeader; categories: string[] } & ProductPage

/**
 * A market as a customer sees it: its header, the categories it sells in, and a page of its products. A market
 * that may not sell now is not found, like one that does not exist.
 */
export async function viewMarket(
  ctx: CustomerContext,
  input: { marketId: string; category?: string; page?: number; limit?: number },
): Promise<MarketView> {
  const market = await listedMarket(ctx, input.marketId)
  const [categories, page] = await Promise.all([
    categoriesOf(ctx.db, market.id),
    productCards(ctx.db, { ...input, marketId: market.id, page: input.page ?? 1 }),
  ])
  return { market, categories: [...categoryMenu(categories)], ...page }
}

async function listedMarket(ctx: CustomerContext, marketId: string): Promise<MarketHeader> {
  if (!isId(marketId)) throw notFound("This market")
  const [market] = await ctx.db
    .select(marketHeader)
    .from(markets)
    .where(and(eq(markets.id, marketId), listed))
  if (!market) throw notFound("This market")
  return market
}
