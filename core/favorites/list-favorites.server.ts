import { desc, eq } from "drizzle-orm"
import { favorites } from "#db/schema/index.ts"
import { type MarketCard, marketCards } from "../catalog/market-cards.server.ts"
import type { CustomerContext } from "../context.ts"

/** A page shows so many; nobody has a heart for more. */
const MOST_LISTED = 50

export type FavoriteMarket = Pick<MarketCard, "id" | "name" | "city" | "state" | "openState" | "openText">

/** The customer's own favorites that sell now, the latest first. */
export async function listFavorites(ctx: CustomerContext): Promise<FavoriteMarket[]> {
  const rows = await ctx.db
    .select({ id: favorites.marketId })
    .from(favorites)
    .where(eq(favorites.customerId, ctx.actor.userId))
    .orderBy(desc(favorites.createdAt), desc(favorites.marketId))
    .limit(MOST_LISTED)
  const cards = await marketCards(
    ctx,
    rows.map(({ id }) => ({ id, distanceMiles: null })),
  )
  return cards.map(({ id, name, city, state, openState, openText }) => ({
    id,
    name,
    city,
    state,
    openState,
    openText,
  }))
}
