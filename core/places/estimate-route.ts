import { HOUR_SECONDS } from "#core/durations.ts"
import type { DrivingRoute } from "../ports/places.ts"
import type { Coordinates } from "./coordinates.ts"
import { distanceMiles } from "./distance.ts"

/** How much longer streets are than the straight line, measured for US cities. */
const DETOUR = 1.35
/** City traffic including traffic lights; parking and the first block are in `START_SECONDS`. */
const MILES_PER_HOUR = 24
const START_SECONDS = 90
/** Below this distance the start seconds count in proportion: a courier at the door no longer has to park. */
const START_MILES = 0.25

/** An estimate by great-circle distance, marked as one: it has no turns, and its line is straight. */
export function estimateRoute(from: Coordinates, to: Coordinates): DrivingRoute {
  const miles = distanceMiles(from, to) * DETOUR
  return {
    distanceMiles: miles,
    durationSeconds: Math.round(
      (miles / MILES_PER_HOUR) * HOUR_SECONDS + START_SECONDS * Math.min(1, miles / START_MILES),
    ),
    isEstimate: true,
    steps: [],
    geometry: [from, to],
    source: "estimate",
  }
}
