import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { z } from "zod"
import type { CourierContext, CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import { courierPositions, deliveries, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnDelivery } from "./own-delivery.server.ts"
import { isPlausible } from "./plausible-position.ts"

export const positionInput = z.object({
  deliveryId: z.uuid(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracyMeters: z.number().min(0),
})

/**
 * Keeps where the courier is, the last place only, and only between pick-up and delivery: what comes at another time,
 * cannot be true, or is of a courier who has yet to agree to the terms that speak of it, is dropped without a word, and
 * the last good place stays with its age. Throws `not_found` for somebody else's delivery, `illegal_move` for one that
 * is being given back at this moment.
 */
export async function recordPosition(
  ctx: CourierContext,
  input: z.output<typeof positionInput>,
): Promise<void> {
  if (await mustAgreeFirst(ctx)) return
  await transaction(ctx.db, async (tx) => {
    const delivery = await lockOwnDelivery(ctx, tx, input.deliveryId)
    if (!delivery.pickedUpAt) return
    const { lat, lng, accuracyMeters } = input
    const position = { lat, lng, accuracyMeters, recordedAt: ctx.now() }
    const [last] = await tx
      .select()
      .from(courierPositions)
      .where(eq(courierPositions.deliveryId, delivery.id))
    if (!isPlausible(position, last ?? null)) return
    await tx
      .insert(courierPositions)
      .values({ deliveryId: delivery.id, ...position })
      .onConflictDoUpdate({ target: courierPositions.deliveryId, set: position })
    const [order] = await tx
      .select({ customerId: orders.customerId })
      .from(orders)
      .where(eq(orders.id, delivery.orderId))
    if (!order) throw notFound("This order")
    await emit(tx, "courier.moved", { orderId: delivery.orderId, customerId: order.customerId })
  })
}

/** Where the courier of the customer's own order is: null unless it was picked up and is not delivered. */
export async function courierOf(ctx: CustomerContext, orderId: string) {
  if (!isId(orderId)) throw notFound("This order")
  const [position] = await ctx.db
    .select({
      lat: courierPositions.lat,
      lng: courierPositions.lng,
      accuracyMeters: courierPositions.accuracyMeters,
      recordedAt: courierPositions.recordedAt,
      route: courierPositions.route,
      deliveryId: courierPositions.deliveryId,
      toLat: deliveries.lat,
      toLng: deliveries.lng,
      toSource: deliveries.positionSource,
    })
    .from(courierPositions)
    .innerJoin(deliveries, eq(deliveries.id, courierPositions.deliveryId))
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.customerId, ctx.actor.userId),
        eq(orders.status, "picked up"),
        isNotNull(deliveries.pickedUpAt),
        isNull(deliveries.deliveredAt),
      ),
    )
  return position ?? null
}
