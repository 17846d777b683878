import type { CustomerContext } from "#core/context.ts"
import { isCoordinates } from "#core/places/coordinates.ts"
import { courierOf } from "./courier-position.server.ts"

/**
 * The courier of the customer's own order, with the time it takes them to the door: null unless they have the goods
 * and have told where they are. `eta` is null where no way is known.
 */
export async function trackCourier(ctx: CustomerContext, orderId: string) {
  const courier = await courierOf(ctx, orderId)
  if (!courier) return null
  const { lat, lng, accuracyMeters, recordedAt } = courier
  const door = { lat: courier.toLat, lng: courier.toLng }
  const route = isCoordinates(door) ? await ctx.ports.directions.route({ lat, lng }, door) : null
  return {
    position: { lat, lng, accuracyMeters, recordedAt },
    door: isCoordinates(door) ? door : null,
    eta: route && {
      durationSeconds: route.durationSeconds,
      distanceMiles: route.distanceMiles,
      isEstimate: route.isEstimate,
    },
  }
}

export type TrackedCourier = NonNullable<Awaited<ReturnType<typeof trackCourier>>>
