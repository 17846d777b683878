import { and, eq, isNotNull } from "drizzle-orm"
import type { DelivererContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { keepImage } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { courierPositions, deliveries } from "#db/schema/index.ts"
import { lockOwnDelivery, takenBy } from "./own-delivery.server.ts"

/**
 * Proves a delivery with a photo: the only way to delivered. The courier's position is forgotten with it. Sent again
 * after it went through, it changes nothing. Throws `not_found` for somebody else's, `illegal_move` before pick-up,
 * `file_not_image` and `file_too_large`.
 */
export async function deliverDelivery(
  ctx: DelivererContext,
  input: { deliveryId: string; photo: Uint8Array },
): Promise<void> {
  if (await isDelivered(ctx, input.deliveryId)) return
  // The outside first: inside the transaction nothing waits for a disk or a network.
  const kept = await keepImage(ctx, "deliveries", input.photo)
  await ctx.db.transaction(async (tx) => {
    const delivery = await lockOwnDelivery(ctx, tx, input.deliveryId)
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "deliver", mine: takenBy(ctx) })
    const photoId = await saveImage(tx, kept, { ownerId: ctx.actor.userId })
    await tx.update(deliveries).set({ photoId, deliveredAt: ctx.now() }).where(eq(deliveries.id, delivery.id))
    await tx.delete(courierPositions).where(eq(courierPositions.deliveryId, delivery.id))
  })
}

async function isDelivered(ctx: DelivererContext, deliveryId: string): Promise<boolean> {
  if (!isId(deliveryId)) throw notFound("This delivery")
  const [done] = await ctx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.id, deliveryId),
        eq(deliveries.delivererId, ctx.actor.userId),
        isNotNull(deliveries.deliveredAt),
      ),
    )
  return done !== undefined
}
