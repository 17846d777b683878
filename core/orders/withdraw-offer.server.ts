import { eq } from "drizzle-orm"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { moveOrder } from "./move-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/**
 * The seller withdraws an offered delivery that no courier has taken, and decides again. Throws `illegal_move` once a
 * courier took it.
 */
export async function withdrawOffer(ctx: SellerContext, orderId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId, ofSeller(ctx))
    await moveOrder(ctx, tx, { orderId: order.id, move: "withdraw", mine: ofSeller(ctx) })
    await tx.update(deliveries).set({ hasDeliverer: null }).where(eq(deliveries.orderId, order.id))
  })
}
