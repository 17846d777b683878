import { eq } from "drizzle-orm"
import type { CourierContext } from "#core/context.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnDelivery, lockProfile, rejectUnapproved, takenBy } from "./own-delivery.server.ts"

/**
 * Marks the order picked up. Calling it again changes nothing. Throws `not_found` for a delivery that the courier did
 * not take, and `not_allowed` for a courier who may no longer deliver; an order picked up before may still be
 * confirmed.
 */
export async function pickUpDelivery(
  ctx: CourierContext,
  deliveryId: string,
): Promise<{ status: "picked up"; courierId: string }> {
  await transaction(ctx.db, async (tx) => {
    const profile = await lockProfile(ctx, tx, "key share")
    const delivery = await lockOwnDelivery(ctx, tx, deliveryId)
    if (delivery.pickedUpAt) return
    rejectUnapproved(profile)
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "pickUp", mine: takenBy(ctx) })
    await tx.update(deliveries).set({ pickedUpAt: ctx.now() }).where(eq(deliveries.id, delivery.id))
  })
  return { status: "picked up", courierId: ctx.actor.userId }
}
