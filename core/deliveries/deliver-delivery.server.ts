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
 * Marks a delivery delivered, with a photo as proof; nothing else does. Also deletes the courier's position. Calling it
 * again afterwards changes nothing. Throws `not_found` for another courier's delivery, `illegal_move` before pickup,
 * `file_not_image`, `file_too_large` and `rate_limited`.
 */
export async function deliverDelivery(
  ctx: CourierContext,
  input: { deliveryId: string; photo: Uint8Array },
): Promise<void> {
  if (!(await isToDeliver(ctx, input.deliveryId))) return
  // Store the photo first, so that the transaction does not wait for a disk or the network.
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

/** Checks the delivery's owner and status before the photo is decoded. False if it was delivered already. */
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
