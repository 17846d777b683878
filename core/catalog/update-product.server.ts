import { and, eq, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { products, variants } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import type { Cents } from "../money.ts"
import { sellingMarketId } from "./seller-market.server.ts"

export type ProductUpdate = {
  productId: string
  name: string
  description: string
  /** The size that the price and stock are for; '' for a product without sizes. */
  size: string
  priceCents: Cents
  stock: number
}

/**
 * Changes a product's texts, and price and stock of one of its sizes. Carts learn of a changed price before they
 * pay; held stock is not part of `stock` and stays held. Throws `not_found` for another seller's or a retired one.
 */
export async function updateProduct(ctx: SellerContext, update: ProductUpdate): Promise<void> {
  if (!isId(update.productId)) throw notFound("This product")
  await ctx.db.transaction(async (tx) => {
    const marketId = await sellingMarketId(ctx, tx)
    const { name, description } = update
    const changed = await tx
      .update(products)
      .set({ name, description, updatedAt: ctx.now() })
      .where(
        and(eq(products.id, update.productId), eq(products.marketId, marketId), isNull(products.retiredAt)),
      )
      .returning({ id: products.id })
    if (changed.length === 0) throw notFound("This product")
    await setVariant(tx, update)
  })
}

async function setVariant(tx: Transaction, update: ProductUpdate): Promise<void> {
  const { productId, size, priceCents, stock } = update
  const changed = await tx
    .update(variants)
    .set({ priceCents, stock })
    .where(and(eq(variants.productId, productId), eq(variants.size, size)))
    .returning({ id: variants.id })
  if (changed.length === 0) throw new DomainError("invalid", "Choose one of this product's sizes.", "size")
}
