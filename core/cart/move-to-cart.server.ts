import { and, eq, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { cartLines, products, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type Added, addInside } from "./add-to-cart.server.ts"
import { availableTo } from "./available.server.ts"
import { lockCart } from "./lock-cart.server.ts"
import { takeSaved } from "./remove-saved.server.ts"

/**
 * Moves what the customer saved for later back to the cart, as many as there are of it. Throws what `addToCart` throws,
 * and `not_found` for what is moved already or is another customer's.
 */
export async function moveToCart(ctx: CustomerContext, { savedId }: { savedId: string }): Promise<Added> {
  const customerId = ctx.actor.userId
  return transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const saved = await takeSaved(tx, customerId, savedId)
    if (!saved) throw notFound("This saved item")
    const [sold] = await tx
      .select({
        productId: variants.productId,
        size: variants.size,
        left: sql`${availableTo(customerId)} - coalesce(${cartLines.quantity}, 0)`.mapWith(Number),
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .leftJoin(cartLines, and(eq(cartLines.variantId, variants.id), eq(cartLines.customerId, customerId)))
      .where(eq(variants.id, saved.variantId))
    if (!sold) throw notFound("This product")
    const { productId, size, left } = sold
    // With none left, adding one says so.
    const quantity = Math.max(1, Math.min(saved.quantity, left))
    return addInside(tx, ctx, { productId, size, quantity })
  })
}
