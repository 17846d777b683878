import type { Transaction } from "#db/client.ts"
import { products, variants } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { once } from "../idempotency.server.ts"
import type { ProductInput } from "./product-input.ts"
import { sellingMarketId } from "./seller-market.server.ts"

/**
 * Lists a product in the seller's own market, with its sizes; pictures are attached afterwards. Once per
 * `idempotencyKey`. Throws `not_allowed` when the market may not sell.
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
    const marketId = await sellingMarketId(ctx, tx)
    const { category, section, name, description } = input
    const apparel = "sizes" in input ? { gender: input.gender, age: input.age } : {}
    const [product] = await tx
      .insert(products)
      .values({ marketId, category, section, name, description, ...apparel })
      .returning({ id: products.id })
    if (!product) throw new Error("A product was not written.")
    await insertVariants(tx, product.id, input)
    return { productId: product.id }
  })
}

async function insertVariants(tx: Transaction, productId: string, input: ProductInput): Promise<void> {
  const sizes =
    "sizes" in input ? input.sizes : [{ size: "", stock: input.stock, priceCents: input.priceCents }]
  await tx.insert(variants).values(sizes.map((one, position) => ({ ...one, productId, position })))
}
