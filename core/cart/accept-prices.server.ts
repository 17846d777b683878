import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cartLines } from "#db/schema/index.ts"
import { viewCart } from "./view-cart.server.ts"

/**
 * Takes the prices that the customer has just seen (their page's `quote`) as agreed, so that checkout may charge
 * them. Throws `cart_changed` when the cart is no longer what that page showed. What the quote says about money is
 * compared, never believed.
 */
export async function acceptPrices(ctx: CustomerContext, input: { quote: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const cart = await viewCart(ctx, tx)
    if (cart.quote !== input.quote)
      throw new DomainError(
        "cart_changed",
        "Something in your cart changed while you were looking at it. Check it below and proceed again.",
      )
    for (const line of cart.lines)
      await tx
        .update(cartLines)
        .set({ seenPriceCents: line.priceCents })
        .where(and(eq(cartLines.id, line.id), eq(cartLines.customerId, ctx.actor.userId)))
  })
}
