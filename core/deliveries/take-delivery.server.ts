import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { CourierContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockDelivery, lockProfile, rejectUnapproved } from "./own-delivery.server.ts"

/**
 * Takes a waiting delivery. If several couriers try, the first one gets it; the others get "Order was Taken", as does a
 * courier who tries after the seller has taken the delivery back. Taking their own delivery again changes nothing, so a
 * tap sent twice is harmless. Throws `not_allowed` without approval and onboarding, or with another delivery under way.
 */
export async function takeDelivery(ctx: CourierContext, deliveryId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    rejectUnapproved(await lockProfile(ctx, tx, "no key update"))
    // A delivery that was never offered is not found for a courier.
    const wasOffered = isNotNull(deliveries.offeredAt)
    const { orderId, courierId, firstTakenAt } = await lockDelivery(tx, deliveryId, wasOffered)
    if (courierId === ctx.actor.userId) return
    await rejectSecond(ctx, tx)
    await moveOrder(ctx, tx, { orderId, move: "take", mine: undefined, isRepeated: firstTakenAt !== null })
    const now = ctx.now()
    await tx
      .update(deliveries)
      .set({ courierId: ctx.actor.userId, takenAt: now, firstTakenAt: firstTakenAt ?? now })
      .where(eq(deliveries.id, deliveryId))
    await assignDeliveryFee(tx, orderId, { party: "deliverer", userId: ctx.actor.userId })
  })
}

/** The caller has locked the courier's row, so two devices of one courier cannot both get past this check. */
async function rejectSecond(ctx: CourierContext, tx: Transaction): Promise<void> {
  const [active] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.courierId, ctx.actor.userId), isNull(deliveries.deliveredAt)))
  if (active) throw new DomainError("not_allowed", "Finish your current delivery first.")
}
