import { eq } from "drizzle-orm"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { moveOrder } from "./move-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"

/** The seller hands their own delivery to a carrier. Throws `illegal_move` unless it is pending. */
export async function shipOrder(
  ctx: SellerContext,
  input: { orderId: string; carrier: string; trackingNumber: string },
): Promise<void> {
  const { carrier, trackingNumber } = input
  await transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, input.orderId, ofSeller(ctx))
    await moveOrder(ctx, tx, { orderId: order.id, move: "ship", mine: ofSeller(ctx) })
    await tx.update(deliveries).set({ carrier, trackingNumber }).where(eq(deliveries.orderId, order.id))
  })
}
