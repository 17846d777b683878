import { and, eq, isNull } from "drizzle-orm"
import type { DelivererContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { moveOrder } from "#core/orders/move-order.server.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries } from "#db/schema/index.ts"
import { requireMayDeliver } from "./own-delivery.server.ts"

/**
 * Takes a waiting delivery. Of any number of deliverers one has it; the others read "Order was Taken". Taking one's
 * own again changes nothing, so that a tap sent twice is harmless. Throws `not_allowed` without approval and
 * onboarding, or with another delivery under way.
 */
export async function takeDelivery(ctx: DelivererContext, deliveryId: string): Promise<void> {
  if (!isId(deliveryId)) throw notFound("This delivery")
  await ctx.db.transaction(async (tx) => {
    await requireMayDeliver(ctx, tx)
    const orderId = await lockWaiting(tx, deliveryId)
    if (await isAlreadyMine(ctx, tx, deliveryId)) return
    await refuseSecond(ctx, tx)
    await moveOrder(ctx, tx, { orderId, move: "take", mine: undefined })
    await tx
      .update(deliveries)
      .set({ delivererId: ctx.actor.userId, takenAt: ctx.now() })
      .where(eq(deliveries.id, deliveryId))
    await assignDeliveryFee(tx, orderId, { party: "deliverer", userId: ctx.actor.userId })
  })
}

async function lockWaiting(tx: Transaction, deliveryId: string): Promise<string> {
  const [delivery] = await tx
    .select({ orderId: deliveries.orderId })
    .from(deliveries)
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.hasDeliverer, false)))
    .for("no key update")
  if (!delivery) throw notFound("This delivery")
  return delivery.orderId
}

async function isAlreadyMine(ctx: DelivererContext, tx: Transaction, deliveryId: string): Promise<boolean> {
  const [mine] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.delivererId, ctx.actor.userId)))
  return mine !== undefined
}

/** The sentence for the rule; `deliveries_one_active` is what holds when two phones of one courier tap at once. */
async function refuseSecond(ctx: DelivererContext, tx: Transaction): Promise<void> {
  const [active] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.delivererId, ctx.actor.userId), isNull(deliveries.deliveredAt)))
  if (active) throw new DomainError("not_allowed", "Finish the delivery that you have taken first.")
}
