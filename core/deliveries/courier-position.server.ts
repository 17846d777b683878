import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { CourierContext, CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { type Coordinates, isCoordinates } from "#core/places/coordinates.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import { courierPositions, deliveries, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { positionInput } from "./delivery.ts"
import { lockOwnDelivery } from "./delivery-queries.server.ts"
import { isPlausible } from "./plausible-position.ts"
import { estimateLeft, isStale, type ProviderRoute } from "./provider-route.ts"

/**
 * Saves the courier's position. Only the latest one is stored, and only between pickup and delivery. A position is
 * ignored if it arrives at another time, is not plausible, or belongs to a courier who has not yet accepted the terms
 * that mention it; the last valid position then stays, with its time. Throws `not_found` for another courier's
 * delivery, and `illegal_move` for one that is being returned at this moment.
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

/**
 * Returns the position of the courier of the customer's own order; null unless the order is picked up and not yet
 * delivered.
 */
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

/**
 * Returns the courier's position and ETA for the customer's own order; null unless the courier has the goods and has
 * sent a position. `eta` is null if no route is known.
 */
export async function trackCourier(ctx: CustomerContext, orderId: string) {
  const courier = await courierOf(ctx, orderId)
  if (!courier) return null
  const { lat, lng, accuracyMeters, recordedAt } = courier
  const door = { lat: courier.toLat, lng: courier.toLng }
  const secondsAgo = Math.max(0, (ctx.now().getTime() - recordedAt.getTime()) / 1000)
  const position = { lat, lng, accuracyMeters, secondsAgo }
  if (!isCoordinates(door)) return { position, door: null, eta: null }
  const route = isStale(courier.route, { lat, lng }, ctx.now())
    ? await requestRoute(ctx, courier.deliveryId, { lat, lng }, door)
    : courier.route
  return {
    position,
    door: { ...door, source: courier.toSource },
    eta: route && estimateLeft(route, { lat, lng }, door),
  }
}

export type TrackedCourier = NonNullable<Awaited<ReturnType<typeof trackCourier>>>

/**
 * Queries the provider and saves the response with the position, for every page and process that shows this delivery.
 */
async function requestRoute(ctx: CustomerContext, deliveryId: string, from: Coordinates, door: Coordinates) {
  const found = await ctx.ports.directions.route(from, door)
  const { durationSeconds = 0, distanceMiles = 0, isEstimate = false } = found ?? {}
  const left = found && { durationSeconds, distanceMiles, isEstimate }
  const route: ProviderRoute = { from, askedAt: ctx.now().getTime(), left }
  await ctx.db.update(courierPositions).set({ route }).where(eq(courierPositions.deliveryId, deliveryId))
  return route
}
