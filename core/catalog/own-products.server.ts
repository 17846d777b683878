import { and, asc, eq, isNull, sql } from "drizzle-orm"
import { prepared } from "#db/prepared.ts"
import { images, markets, productImages, products, variants } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { categoryMenu } from "./categories.ts"
import { catalogueColumns, catalogueValues, type ProductPage, toProductPage } from "./product-cards.server.ts"
import { factColumns } from "./product-queries.server.ts"

export type OwnProducts = { marketId: string; categories: string[] } & ProductPage

/** The seller's own catalog, four products a page, optionally of one category. */
export async function listOwnProducts(
  ctx: SellerContext,
  input: { category?: string; page?: number; limit?: number },
): Promise<OwnProducts> {
  const { marketId } = ctx.actor
  const asked = { ...input, marketId, page: input.page ?? 1 }
  const [found] = await catalogueOf(ctx.db).execute(catalogueValues(asked))
  if (!found) throw notFound("This market")
  return {
    marketId,
    categories: [...categoryMenu(Object.keys(found.counts))],
    ...toProductPage(asked, found),
  }
}

const catalogueOf = prepared((db) =>
  db
    .select(catalogueColumns(db))
    .from(markets)
    .where(eq(markets.id, sql.placeholder("marketId")))
    .prepare("own_catalogue"),
)

/** One of the seller's own products for editing, including images that are still being processed. */
export async function viewOwnProduct(ctx: SellerContext, productId: string) {
  if (!isId(productId)) throw notFound("This product")
  const { marketId } = ctx.actor
  const [product] = await ctx.db
    .select({ id: products.id, marketId: products.marketId, ...factColumns })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.marketId, marketId), isNull(products.retiredAt)))
  if (!product) throw notFound("This product")
  const sizes = await ctx.db
    .select({
      id: variants.id,
      size: variants.size,
      priceCents: variants.priceCents,
      stock: variants.stock,
    })
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(asc(variants.position), asc(variants.id))
  const photos = await ctx.db
    .select({ imageId: images.id, container: images.container, name: images.name, status: images.status })
    .from(productImages)
    .innerJoin(images, eq(images.id, productImages.imageId))
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position))
  return { ...product, variants: sizes, images: photos }
}
