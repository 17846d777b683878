import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cartLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { quotedQuantity, requote } from "./quote.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

/** What the page showed, and the quantities by line that were chosen on it. */
type Seen = { quote: string; quantities?: Readonly<Record<string, number>> | undefined }

/**
 * Takes the prices that the customer has just seen (their page's `quote`) as agreed, so that checkout may charge
 * them. Throws `cart_changed` when the cart is no longer what that page showed. What the quote says about money is
 * compared, never believed. Answers the cart as it then is.
 */
export async function acceptPrices(ctx: CustomerContext, input: Seen): Promise<CartRead> {
  const cart = await readCart(ctx)
  rejectOther(cart, input)
  if (cart.agreed) return cart
  return transaction(ctx.db, async (tx) => {
    const now = await readCart(ctx, tx)
    rejectOther(now, input)
    // The prices that were compared, not those of a moment later.
    for (const { id, priceCents } of now.view.lines)
      await tx
        .update(cartLines)
        .set({ seenPriceCents: priceCents })
        .where(and(eq(cartLines.id, id), eq(cartLines.customerId, ctx.actor.userId)))
    return readCart(ctx, tx)
  })
}

/** A quantity that the page sent and that its quote does not name was chosen there: it counts in place of both. */
function rejectOther({ view }: CartRead, { quote, quantities = {} }: Seen): void {
  const seen = { quote, now: view.quote }
  for (const { id, variantId } of view.lines) {
    const quantity = quantities[id]
    if (quantity === undefined || quantity === quotedQuantity(quote, variantId)) continue
    seen.quote = requote(seen.quote, { variantId, quantity })
    seen.now = requote(seen.now, { variantId, quantity })
  }
  if (seen.quote === seen.now) return
  throw new DomainError(
    "cart_changed",
    "Something in your cart changed while you were looking at it. Check it below and proceed again.",
  )
}
