import type { SellerContext } from "../context.ts"
import { once } from "../idempotency.server.ts"
import { insertProduct } from "./insert-product.server.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import type { ProductInput } from "./product-facts.ts"

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
