import { and, eq, exists } from "drizzle-orm"
import { lockLiveCheckout } from "#core/checkout/live-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import type { OrderNote } from "#core/orders/order-note.ts"
import type { Transaction } from "#db/client.ts"
import {
  cartLines,
  cartMarkets,
  carts,
  checkoutMarkets,
  markets,
  products,
  variants,
} from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockCart } from "./lock-cart.server.ts"

/** What is left out stays as it is; null takes it back. */
export type SaveNoteInput = { marketId: string } & {
  [Key in keyof OrderNote]?: OrderNote[Key] | undefined
}

/**
 * Remembers what the customer asks of one market of the cart. A checkout that is under way is told as well, until its
 * orders are placed: it was opened with what was asked then. Throws `not_found` for a market that nothing in the cart
 * is of.
 */
export async function saveNote(
  ctx: CustomerContext,
  { marketId, note, replacement }: SaveNoteInput,
): Promise<void> {
  if (!isId(marketId)) throw notFound("This market in your cart")
  const customerId = ctx.actor.userId
  const asked = {
    ...(note === undefined ? {} : { note }),
    ...(replacement === undefined ? {} : { replacement }),
  }
  await transaction(ctx.db, async (tx) => {
    // Before the cart is read: what opens meanwhile would be opened without it.
    await lockCart(tx, customerId)
    const live = await lockLiveCheckout(tx, customerId)
    await requireInCart(tx, customerId, marketId)
    if (Object.keys(asked).length === 0) return
    await tx.update(carts).set({ updatedAt: ctx.now() }).where(eq(carts.customerId, customerId))
    await tx
      .insert(cartMarkets)
      .values({ customerId, marketId, ...asked })
      .onConflictDoUpdate({ target: [cartMarkets.customerId, cartMarkets.marketId], set: asked })
    if (live)
      await tx
        .update(checkoutMarkets)
        .set(asked)
        .where(and(eq(checkoutMarkets.checkoutId, live.id), eq(checkoutMarkets.marketId, marketId)))
  })
}

async function requireInCart(tx: Transaction, customerId: string, marketId: string): Promise<void> {
  const line = tx
    .select({ id: cartLines.id })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(cartLines.customerId, customerId), eq(products.marketId, markets.id)))
  const [market] = await tx
    .select({ id: markets.id })
    .from(markets)
    .where(and(eq(markets.id, marketId), exists(line)))
  if (!market) throw notFound("This market in your cart")
}
