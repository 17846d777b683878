import { and, eq } from "drizzle-orm"
import { leaveCheckout } from "#core/checkout/leave-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { cartLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { forgetWindows } from "./forget-windows.server.ts"

/**
 * Takes a line out of the cart; with the last one what was held for it goes back. A line that is gone already, or is
 * someone else's, changes nothing.
 */
export async function removeLine(ctx: CustomerContext, input: { lineId: string }): Promise<void> {
  const customerId = ctx.actor.userId
  const isEmpty = await transaction(ctx.db, async (tx) => {
    const removed = await tx
      .delete(cartLines)
      .where(and(eq(cartLines.id, input.lineId), eq(cartLines.customerId, customerId)))
      .returning({ id: cartLines.id })
    if (removed.length === 0) return false
    await forgetWindows(tx, customerId)
    await emit(tx, "cart.changed", { customerId })
    return (await tx.$count(cartLines, eq(cartLines.customerId, customerId))) === 0
  })
  if (isEmpty) await leaveCheckout(ctx)
}
