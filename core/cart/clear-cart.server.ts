import { eq } from "drizzle-orm"
import { lockLiveCheckout } from "#core/checkout/live-checkout.server.ts"
import { giveUpHold } from "#core/checkout/release-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { cartLines } from "#db/schema/index.ts"

/** Empties the customer's cart, and gives back at once what was held for it at the till, unless it is being paid. */
export async function clearCart(ctx: CustomerContext): Promise<void> {
  const customerId = ctx.actor.userId
  await ctx.db.transaction(async (tx) => {
    const live = await lockLiveCheckout(tx, customerId)
    if (live?.status === "open") await giveUpHold(ctx, tx, live)
    await tx.delete(cartLines).where(eq(cartLines.customerId, customerId))
    await emit(tx, "cart.changed", { customerId })
  })
}
