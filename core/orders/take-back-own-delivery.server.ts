import { eq } from "drizzle-orm"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { assignDeliveryFee } from "../payments/assign-delivery-fee.server.ts"
import { moveOrder } from "./move-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/**
 * The seller undoes the choice of their own delivery and chooses again; until then the platform holds the fee. Throws
 * `illegal_move` once the order is shipped or delivered.
 */
export async function takeBackOwnDelivery(ctx: SellerContext, orderId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ofSeller(ctx))
    await moveOrder(ctx, tx, { orderId: order.id, move: "takeBack", mine: ofSeller(ctx) })
    await tx.update(deliveries).set({ hasDeliverer: null }).where(eq(deliveries.orderId, order.id))
    await assignDeliveryFee(tx, order.id, { party: "platform", userId: null })
  })
}
