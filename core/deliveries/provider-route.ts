import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMeters } from "#core/places/distance.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import type { DrivingRoute } from "#core/ports/places.ts"

/** The remaining route to the door. */
export type RouteLeft = Pick<DrivingRoute, "durationSeconds" | "distanceMiles" | "isEstimate">

/**
 * The provider's response, with the position and time (milliseconds) of the request; `left` is null if there is no
 * driving route.
 */
export type ProviderRoute = { from: Coordinates; askedAt: number; left: RouteLeft | null }

/**
 * Couriers send their position every few seconds. The provider is queried again only after this time or this distance.
 */
const ASK_AFTER_MS = 30_000
const ASK_AFTER_METERS = 300

/** Whether the provider's response is too old, or its start too far away, to be shown any longer. */
export function isStale(
  route: Pick<ProviderRoute, "from" | "askedAt"> | null,
  at: Coordinates,
  now: Date,
): boolean {
  if (!route) return true
  return now.getTime() - route.askedAt >= ASK_AFTER_MS || distanceMeters(route.from, at) >= ASK_AFTER_METERS
}

/**
 * Estimates the remaining route between two provider responses: the last one, reduced in proportion to the straight
 * line to the door. It never grows: if a courier first has to drive away from the door, the next request corrects it. A
 * response that is itself an estimate is recomputed, so that the customer and the courier see the same numbers.
 */
export function estimateLeft(
  { from, left }: Pick<ProviderRoute, "from" | "left">,
  at: Coordinates,
  door: Coordinates,
): RouteLeft | null {
  if (!left) return null
  if (left.isEstimate) {
    const { durationSeconds, distanceMiles, isEstimate } = estimateRoute(at, door)
    return { durationSeconds, distanceMiles, isEstimate }
  }
  const before = distanceMeters(from, door)
  const share = before === 0 ? 1 : Math.min(1, distanceMeters(at, door) / before)
  return {
    durationSeconds: Math.round(left.durationSeconds * share),
    distanceMiles: left.distanceMiles * share,
    isEstimate: left.isEstimate,
  }
}
