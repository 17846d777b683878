import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cartLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

/**
 * Takes the prices that the customer has just seen (their page's `quote`) as agreed, so that checkout may charge
 * them. Throws `cart_changed` when the cart is no longer what that page showed. What the quote says about money is
 * compared, never believed. Answers the cart as it then is.
 */
export async function acceptPrices(ctx: CustomerContext, input: { quote: string }): Promise<CartRead> {
  const cart = await readCart(ctx)
  rejectOther(cart, input.quote)
  if (cart.agreed) return cart
  return transaction(ctx.db, async (tx) => {
    const now = await readCart(ctx, tx)
    rejectOther(now, input.quote)
    // The prices that were compared, not those of a moment later.
    for (const { id, priceCents } of now.view.lines)
      await tx
        .update(cartLines)
        .set({ seenPriceCents: priceCents })
        .where(and(eq(cartLines.id, id), eq(cartLines.customerId, ctx.actor.userId)))
    return readCart(ctx, tx)
  })
}

function rejectOther({ view }: CartRead, quote: string): void {
  if (view.quote === quote) return
  throw new DomainError(
    "cart_changed",
    "Something in your cart changed while you were looking at it. Check it below and proceed again.",
  )
}
