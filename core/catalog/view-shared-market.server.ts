import { and, eq, isNull } from "drizzle-orm"
import { products } from "#db/schema/index.ts"
import type { Context } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { type MarketCard, marketCards } from "./market-cards.server.ts"

/** The target of a link to a market's or a product's page. */
export type SharedLink = { marketId: string } | { productId: string }

/**
 * The market behind a shared link, with the facts that anyone may see; for a product's link, only its market is shown.
 * Throws `not_found`, also for a market that may not sell now.
 */
export async function viewSharedMarket(ctx: Context, link: SharedLink): Promise<MarketCard> {
  const marketId = "marketId" in link ? link.marketId : await marketOf(ctx, link.productId)
  const [market] = isId(marketId) ? await marketCards(ctx, [{ id: marketId, distanceMiles: null }]) : []
  if (!market) throw notFound("This market")
  return market
}

async function marketOf(ctx: Context, productId: string): Promise<string | null> {
  if (!isId(productId)) return null
  const [product] = await ctx.db
    .select({ marketId: products.marketId })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.retiredAt)))
  return product?.marketId ?? null
}
