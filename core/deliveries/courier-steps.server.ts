import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { Context, CourierContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { keepImage, ofMember } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { illegalMove, moveOrder } from "#core/orders/move-order.server.ts"
import { ORDER_MOVES } from "#core/orders/moves.ts"
import { assignDeliveryFee } from "#core/payments/assign-delivery-fee.server.ts"
import type { Transaction } from "#db/client.ts"
import { courierPositions, deliveries, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { FINISH_FIRST } from "./delivery.ts"
import {
  lockDelivery,
  lockOwnDelivery,
  lockProfile,
  rejectUnapproved,
  takenBy,
} from "./delivery-queries.server.ts"

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
  if (active) throw new DomainError("not_allowed", FINISH_FIRST)
}

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

/** Returns a delivery and its fee to the waiting list before pickup, for a courier who cannot make it. */
export async function giveBackDelivery(ctx: CourierContext, deliveryId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const delivery = await lockOwnDelivery(ctx, tx, deliveryId)
    await moveOrder(ctx, tx, { orderId: delivery.orderId, move: "giveBack", mine: takenBy(ctx) })
    await putBack(ctx, tx, delivery)
  })
}

/** Restarts the "nobody takes it" clock, so that other couriers get the full time to take the delivery. */
export async function putBack(ctx: Context, tx: Transaction, delivery: { id: string; orderId: string }) {
  await tx
    .update(deliveries)
    .set({ courierId: null, takenAt: null, offeredAt: ctx.now() })
    .where(eq(deliveries.id, delivery.id))
  await tx.delete(courierPositions).where(eq(courierPositions.deliveryId, delivery.id))
  await assignDeliveryFee(tx, delivery.orderId, { party: "platform", userId: null })
}
