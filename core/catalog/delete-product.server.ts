import { and, eq, isNull } from "drizzle-orm"
import { products } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"

/**
 * Removes a product from the catalog. It is retired, not deleted, since holds and orders refer to it. A seller whose
 * subscription has lapsed may still do so. Throws `not_found` for another seller's product, and the second time.
 */
export async function deleteProduct(ctx: SellerContext, productId: string): Promise<void> {
  if (!isId(productId)) throw notFound("This product")
  const { marketId } = ctx.actor
  const retired = await ctx.db
    .update(products)
    .set({ retiredAt: ctx.now() })
    .where(and(eq(products.id, productId), eq(products.marketId, marketId), isNull(products.retiredAt)))
    .returning({ id: products.id })
  if (retired.length === 0) throw notFound("This product")
}
