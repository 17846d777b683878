import { eq } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { markets } from "#db/schema/index.ts"
import type { MarketFacts } from "./market-facts.ts"

/**
 * Changes facts of the seller's own market that customers see immediately: story, phone, website, accepted payments.
 * Writes only the given ones. Throws `not_found`.
 */
export async function updateMarketFacts(ctx: SellerContext, facts: Partial<MarketFacts>): Promise<void> {
  const [updated] = await ctx.db
    .update(markets)
    .set({ ...facts, updatedAt: ctx.now() })
    .where(eq(markets.id, ctx.actor.marketId))
    .returning({ id: markets.id })
  if (!updated) throw notFound("Your market")
}
