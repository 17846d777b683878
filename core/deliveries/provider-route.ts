import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMeters } from "#core/places/distance.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import type { DrivingRoute } from "#core/ports/places.ts"

/** What is left to the door. */
export type RouteLeft = Pick<DrivingRoute, "durationSeconds" | "distanceMiles" | "isEstimate">

/** What the provider answered, from where and when (milliseconds); `left` is null where there is no driving route. */
export type ProviderRoute = { from: Coordinates; askedAt: number; left: RouteLeft | null }

/** Couriers tell where they are every few seconds; the provider is asked once in so long, or after so many meters. */
const ASK_AFTER_MS = 30_000
const ASK_AFTER_METERS = 300

/** Whether the provider's answer is too old, or was for too different a place, to be shown on. */
export function isStale(
  route: Pick<ProviderRoute, "from" | "askedAt"> | null,
  at: Coordinates,
  now: Date,
): boolean {
  if (!route) return true
  return now.getTime() - route.askedAt >= ASK_AFTER_MS || distanceMeters(route.from, at) >= ASK_AFTER_METERS
}

/**
 * What is left now, between two answers: the last one, shrunk as the straight line to the door has shrunk since. It
 * never grows: who drives away from the door in order to reach it is asked about soon enough. An estimate is made again,
 * so that the customer and the courier, who asked at other moments, read the same.
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
