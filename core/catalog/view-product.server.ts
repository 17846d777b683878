import { and, asc, eq, isNull } from "drizzle-orm"
import { images, markets, productImages, products, variants } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Cents } from "../money.ts"
import { listed } from "./listed.server.ts"
import type { ProductImage } from "./product-cards.server.ts"

export type Variant = { id: string; size: string; priceCents: Cents; stock: number }

export type ProductView = {
  id: string
  marketId: string
  marketName: string
  category: string
  section: string
  name: string
  description: string
  gender: string | null
  age: string | null
  /** In the order the seller listed them; a product without sizes has one with size ''. */
  variants: Variant[]
  images: ProductImage[]
}

/** A product that can be bought now. Retired ones, and those of markets that may not sell, are not found. */
export async function viewProduct(ctx: CustomerContext, productId: string): Promise<ProductView> {
  if (!isId(productId)) throw notFound("This product")
  const [[product], sizes, pictures] = await Promise.all([
    ctx.db
      .select({
        id: products.id,
        marketId: products.marketId,
        marketName: markets.name,
        category: products.category,
        section: products.section,
        name: products.name,
        description: products.description,
        gender: products.gender,
        age: products.age,
      })
      .from(products)
      .innerJoin(markets, eq(markets.id, products.marketId))
      .where(and(eq(products.id, productId), isNull(products.retiredAt), listed)),
    ctx.db
      .select({
        id: variants.id,
        size: variants.size,
        priceCents: variants.priceCents,
        stock: variants.stock,
      })
      .from(variants)
      .where(eq(variants.productId, productId))
      .orderBy(asc(variants.position), asc(variants.id)),
    ctx.db
      .select({ container: images.container, name: images.name })
      .from(productImages)
      .innerJoin(images, eq(images.id, productImages.imageId))
      .where(and(eq(productImages.productId, productId), eq(images.status, "ready")))
      .orderBy(asc(productImages.position)),
  ])
  if (!product) throw notFound("This product")
  return { ...product, variants: sizes, images: pictures }
}
