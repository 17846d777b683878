import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { type CheckoutRow, lockCheckout } from "./live-checkout.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"
import { returnStock } from "./stock.server.ts"
import { freePlaces, placesOf } from "./window-places.server.ts"

/**
 * Gives the stock and the places of a checkout back whose time is over. Only an `open` one: while a payment is under
 * way the stock stays, until `cancelPayment` has made that payment impossible. Answers whether it was released now.
 */
export async function releaseCheckout(
  ctx: Context,
  { checkoutId }: { checkoutId: string },
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.status !== "open" || checkout.holdExpiresAt > ctx.now()) return false
    await releaseHold(ctx, tx, checkout)
    return true
  })
}

/**
 * Releases an `open` checkout at once: its stock goes back, and its places in windows do, unless the checkout that replaces
 * it exchanges them for its own. The caller holds its lock.
 */
export async function releaseHold(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  checkout: CheckoutRow,
  { keepPlaces = false }: { keepPlaces?: boolean } = {},
): Promise<void> {
  await returnStock(tx, checkout.id)
  if (!(await moveCheckout(ctx, tx, { checkoutId: checkout.id, move: "release" })))
    throw new Error("A checkout moved while it was held.")
  await emit(tx, "checkout.released", { checkoutId: checkout.id, customerId: checkout.customerId })
  if (!keepPlaces) await freePlaces(tx, await placesOf(tx, checkout))
}
