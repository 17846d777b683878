import { and, eq } from "drizzle-orm"
import { favorites, markets } from "#db/schema/index.ts"
import { listed } from "../catalog/market-queries.server.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import type { FavoriteInput } from "./inputs.ts"

/** Makes a market one of the customer's favorites; doing it again changes nothing. Throws `not_found`. */
export async function addFavorite(ctx: CustomerContext, { marketId }: FavoriteInput): Promise<void> {
  const [market] = await ctx.db
    .select({ id: markets.id })
    .from(markets)
    .where(and(eq(markets.id, marketId), listed))
  if (!market) throw notFound("This market")
  await ctx.db.insert(favorites).values({ customerId: ctx.actor.userId, marketId }).onConflictDoNothing()
}
