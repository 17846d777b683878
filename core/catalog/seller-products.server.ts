import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { isId } from "#core/ids.ts"
import type { Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { images, markets, productImages, products, variants } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import { categoryMenu } from "./categories.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import type { ProductInput } from "./product-facts.ts"
import {
  catalogueColumns,
  catalogueValues,
  factColumns,
  type ProductPage,
  toProductPage,
} from "./product-queries.server.ts"

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

/**
 * Lists a product in the seller's own market, with its sizes; images are attached afterwards. Runs once per
 * `idempotencyKey`. Throws `not_allowed` if the market may not sell.
 */
export async function createProduct(
  ctx: SellerContext,
  input: ProductInput,
  idempotencyKey?: string,
): Promise<{ productId: string }> {
  const keyed = {
    scope: ctx.actor.userId,
    command: "createProduct",
    key: idempotencyKey,
    request: input,
  }
  return once(ctx, keyed, async (tx) => {
    await lockSellingMarket(ctx, tx)
    return { productId: await insertProduct(tx, ctx.actor.marketId, input) }
  })
}

type NewProduct = Whole<typeof products.$inferInsert, "id" | "retiredAt" | "createdAt" | "updatedAt">
type NewVariant = Whole<typeof variants.$inferInsert, "id">

/** Inserts a product with its sizes; one without sizes gets a single variant with size ''. */
export async function insertProduct(tx: Transaction, marketId: string, input: ProductInput): Promise<string> {
  const { facts, sizes } = withSizes(input)
  const row: NewProduct = { marketId, ...facts }
  const [product] = await tx.insert(products).values(row).returning({ id: products.id })
  if (!product) throw new Error("A product was not written.")
  const rows: NewVariant[] = sizes.map((one, position) => ({ ...one, productId: product.id, position }))
  await tx.insert(variants).values(rows)
  return product.id
}

function withSizes(input: ProductInput) {
  if ("sizes" in input) {
    const { sizes, ...facts } = input
    return { facts: { ...facts, unit: null, unitAmount: null, byWeight: false }, sizes }
  }
  const { priceCents, stock, ...facts } = input
  return { facts: { ...facts, gender: null, age: null }, sizes: [{ size: "", priceCents, stock }] }
}

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
