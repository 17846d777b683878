import { eq } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { moveOrder } from "./move-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/**
 * Records the seller's reply to "Do you have somebody to deliver the order?". Yes makes it the seller's own delivery
 * and gives them the fee; No offers it to the platform's couriers. Throws `illegal_move` if the seller has already
 * chosen.
 */
export async function chooseCourier(
  ctx: SellerContext,
  input: { orderId: string; hasDeliverer: boolean },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, input.orderId, ofSeller(ctx))
    await moveOrder(ctx, tx, {
      orderId: order.id,
      move: input.hasDeliverer ? "startDelivery" : "offer",
      mine: ofSeller(ctx),
    })
    await tx
      .update(deliveries)
      .set({ hasDeliverer: input.hasDeliverer, offeredAt: input.hasDeliverer ? null : ctx.now() })
      .where(eq(deliveries.orderId, order.id))
    if (input.hasDeliverer) {
      await assignDeliveryFee(tx, order.id, { party: "seller", userId: ctx.actor.userId })
    }
  })
}
