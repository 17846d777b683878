import { and, eq, isNull, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { markets, products } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { listed } from "./listed.server.ts"

/** What a product is called and where it is sold. Found and not found like `viewProduct`, with one query. */
export async function productPlace(
  ctx: CustomerContext,
  productId: string,
): Promise<{ name: string; marketId: string }> {
  const [product] = await byId(ctx.db).execute({ productId })
  if (!product) throw notFound("This product")
  return product
}

const byId = prepared((db) =>
  db
    .select({ name: products.name, marketId: products.marketId })
    .from(products)
    .innerJoin(markets, eq(markets.id, products.marketId))
    .where(and(eq(products.id, sql.placeholder("productId")), isNull(products.retiredAt), listed))
    .prepare("product_place"),
)
