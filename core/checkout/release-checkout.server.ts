import { eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type CheckoutRow, lockCheckout } from "./live-checkout.server.ts"
import { returnStock } from "./stock.server.ts"
import { freePlaces, placesOf } from "./window-places.server.ts"

/**
 * Gives the stock and the places of a checkout back whose time is over. Only an `open` one: while a payment is under
 * way the stock stays, until `retirePayment` has made that payment impossible. Answers whether it was released now.
 */
export async function releaseCheckout(
  ctx: Context,
  { checkoutId }: { checkoutId: string },
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.status !== "open" || checkout.holdExpiresAt > ctx.now()) return false
    await giveUpHold(ctx, tx, checkout)
    return true
  })
}

/** Gives an `open` checkout up at once. The caller holds its lock. */
export async function giveUpHold(
  ctx: Pick<Context, "now">,
  tx: Transaction,
  checkout: CheckoutRow,
): Promise<void> {
  await releaseStock(ctx, tx, checkout)
  await freePlaces(tx, await placesOf(tx, checkout))
}

/** The same for all but its places in windows, which the checkout that replaces it exchanges for its own. */
export async function releaseStock(
  ctx: Pick<Context, "now">,
  tx: Transaction,
  checkout: CheckoutRow,
): Promise<void> {
  await returnStock(tx, checkout.id)
  await tx
    .update(checkouts)
    .set({ status: "released", updatedAt: ctx.now() })
    .where(eq(checkouts.id, checkout.id))
  await emit(tx, "checkout.released", { checkoutId: checkout.id, customerId: checkout.customerId })
}
