import { eq } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { moveOrder } from "./move-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/** Marks the order delivered by the seller's own person or carrier. Throws `illegal_move` for a platform delivery. */
export async function markDelivered(ctx: SellerContext, orderId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ofSeller(ctx))
    await moveOrder(ctx, tx, { orderId: order.id, move: "markDelivered", mine: ofSeller(ctx) })
    await tx.update(deliveries).set({ deliveredAt: ctx.now() }).where(eq(deliveries.orderId, order.id))
  })
}
