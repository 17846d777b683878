import { eq } from "drizzle-orm"
import { leaveCheckout } from "#core/checkout/leave-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { cartLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { forgetWindows } from "./forget-windows.server.ts"

/** Empties the customer's cart, and gives back what was held for it, unless it is paid. */
export async function clearCart(ctx: CustomerContext): Promise<void> {
  const customerId = ctx.actor.userId
  await transaction(ctx.db, async (tx) => {
    await tx.delete(cartLines).where(eq(cartLines.customerId, customerId))
    await forgetWindows(tx, customerId)
    await emit(tx, "cart.changed", { customerId })
  })
  await leaveCheckout(ctx)
}
