import { and, eq } from "drizzle-orm"
import type { CourierContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { keepImage, ofMember } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { illegalMove, moveOrder } from "#core/orders/move-order.server.ts"
import { ORDER_MOVES } from "#core/orders/moves.ts"
import { courierPositions, deliveries, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnDelivery, takenBy } from "./own-delivery.server.ts"

/**
 * Proves a delivery with a photo: the only way to delivered. The courier's position is forgotten with it. Sent again
 * after it went through, it changes nothing. Throws `not_found` for somebody else's, `illegal_move` before pick-up,
 * `file_not_image` and `file_too_large`, and `rate_limited`.
 */
export async function deliverDelivery(
  ctx: CourierContext,
  input: { deliveryId: string; photo: Uint8Array },
): Promise<void> {
  if (!(await isToDeliver(ctx, input.deliveryId))) return
  // The outside first: inside the transaction nothing waits for a disk or a network.
  const kept = await keepImage(ctx, "deliveries", input.photo, ofMember(ctx))
  await transaction(ctx.db, async (tx) => {
    const delivery = await lockOwnDelivery(ctx, tx, input.deliveryId)
    if (delivery.deliveredAt) return
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "deliver", mine: takenBy(ctx) })
    const photoId = await saveImage(tx, kept, { ownerId: ctx.actor.userId })
    await tx.update(deliveries).set({ photoId, deliveredAt: ctx.now() }).where(eq(deliveries.id, delivery.id))
    await tx.delete(courierPositions).where(eq(courierPositions.deliveryId, delivery.id))
  })
}

/** Whose delivery it is and where it stands, before anybody's photo is decoded. False when it was delivered already. */
async function isToDeliver(ctx: CourierContext, deliveryId: string): Promise<boolean> {
  if (!isId(deliveryId)) throw notFound("This delivery")
  const [delivery] = await ctx.db
    .select({ status: orders.status, deliveredAt: deliveries.deliveredAt })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.courierId, ctx.actor.userId)))
  if (!delivery) throw notFound("This delivery")
  if (delivery.deliveredAt) return false
  if (!ORDER_MOVES.deliver.from.some((status) => status === delivery.status))
    throw illegalMove(delivery.status)
  return true
}
