import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { leaveCheckout } from "#core/checkout/leave-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, products, savedLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { forgetWindows } from "./forget-choices.server.ts"
import { lockCart } from "./lock-cart.server.ts"
import { isCartEmpty, takeLines } from "./take-out.server.ts"

/** More than anybody looks through; a bound for what a script could write. */
const MOST_SAVED = 100

/**
 * Moves one line, or all lines of a market, from the cart to what the customer saved for later. What is gone already,
 * or is someone else's, changes nothing. Throws `not_allowed` above a hundred.
 */
export async function saveForLater(
  ctx: CustomerContext,
  input: { lineId: string } | { marketId: string },
): Promise<void> {
  const customerId = ctx.actor.userId
  const isEmpty = await transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const taken = await takeLines(tx, customerId, meant(tx, input))
    if (taken.length === 0) return false
    await tx
      .insert(savedLines)
      .values(
        taken.map(({ variantId, quantity }) => ({ customerId, variantId, quantity, createdAt: ctx.now() })),
      )
      .onConflictDoUpdate({
        target: [savedLines.customerId, savedLines.variantId],
        set: { quantity: sql`excluded.quantity`, createdAt: ctx.now() },
      })
    if ((await tx.$count(savedLines, eq(savedLines.customerId, customerId))) > MOST_SAVED)
      throw new DomainError(
        "not_allowed",
        `You have ${MOST_SAVED} items saved for later. Remove one that you no longer want.`,
      )
    await forgetWindows(tx, customerId)
    await emit(tx, "cart.changed", { customerId })
    return isCartEmpty(tx, customerId)
  })
  if (isEmpty) await leaveCheckout(ctx)
}

function meant(tx: Transaction, input: { lineId: string } | { marketId: string }): SQL | undefined {
  if ("lineId" in input) return eq(cartLines.id, input.lineId)
  const sold = tx
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, and(eq(products.id, variants.productId), eq(products.marketId, input.marketId)))
  return inArray(cartLines.variantId, sold)
}
