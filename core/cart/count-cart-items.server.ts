import { eq, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { cartLines } from "#db/schema/index.ts"

/** How many things are in the cart, for the badge. */
export async function countCartItems(ctx: CustomerContext): Promise<number> {
  const [row] = await ctx.db
    .select({ count: sql<number>`coalesce(sum(${cartLines.quantity}), 0)::int` })
    .from(cartLines)
    .where(eq(cartLines.customerId, ctx.actor.userId))
  return row?.count ?? 0
}
