import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { cartLines } from "#db/schema/index.ts"

/** Takes a line out of the cart. A line that is gone already, or is someone else's, changes nothing. */
export async function removeLine(ctx: CustomerContext, input: { lineId: string }): Promise<void> {
  const customerId = ctx.actor.userId
  await ctx.db.transaction(async (tx) => {
    const removed = await tx
      .delete(cartLines)
      .where(and(eq(cartLines.id, input.lineId), eq(cartLines.customerId, customerId)))
      .returning({ id: cartLines.id })
    if (removed.length > 0) await emit(tx, "cart.changed", { customerId })
  })
}
