import { eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { type Coordinates, isCoordinates } from "#core/places/coordinates.ts"
import { courierPositions } from "#db/schema/index.ts"
import { courierOf } from "./courier-position.server.ts"
import { estimateLeft, isStale, type ProviderRoute } from "./provider-route.ts"

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
