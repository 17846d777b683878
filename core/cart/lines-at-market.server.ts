import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { cartLines, variants } from "#db/schema/index.ts"

/** How many of a product the customer's cart holds, by variant; those that it holds none of are left out. */
export async function countInCart(
  ctx: CustomerContext,
  { productId }: { productId: string },
): Promise<Record<string, number>> {
  const lines = await ctx.db
    .select({ variantId: cartLines.variantId, quantity: cartLines.quantity })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(and(eq(cartLines.customerId, ctx.actor.userId), eq(variants.productId, productId)))
  return Object.fromEntries(lines.map(({ variantId, quantity }) => [variantId, quantity]))
}
