import { and, eq } from "drizzle-orm"
import { favorites } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import type { FavoriteInput } from "./inputs.ts"

/** Removes a market from the customer's favorites; nothing happens if it is not one. */
export async function removeFavorite(ctx: CustomerContext, { marketId }: FavoriteInput): Promise<void> {
  await ctx.db
    .delete(favorites)
    .where(and(eq(favorites.customerId, ctx.actor.userId), eq(favorites.marketId, marketId)))
}
