import { and, eq, isNull } from "drizzle-orm"
import { markets, products } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { listed } from "./listed.server.ts"

/** What a product is called and where it is sold. Found and not found like `viewProduct`, with one query. */
export async function productPlace(
  ctx: CustomerContext,
  productId: string,
): Promise<{ name: string; marketId: string }> {
  const [product] = await ctx.db
    .select({ name: products.name, marketId: products.marketId })
    .from(products)
    .innerJoin(markets, eq(markets.id, products.marketId))
    .where(and(eq(products.id, productId), isNull(products.retiredAt), listed))
  if (!product) throw notFound("This product")
  return product
}
