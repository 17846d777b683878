import { HOUR_SECONDS } from "#core/durations.ts"
import type { DrivingRoute } from "../ports/places.ts"
import type { Coordinates } from "./coordinates.ts"
import { distanceMiles } from "./distance.ts"

/** How much longer streets are than the straight line, as measured for US cities. */
const DETOUR = 1.35
/** City traffic with its lights; parking and the first block are in `START_SECONDS`. */
const MILES_PER_HOUR = 24
const START_SECONDS = 90
/** Nearer than this they are counted by their part: who is at the door has no more to park. */
const START_MILES = 0.25

/** A guess by great circle, labelled an estimate: no turns are invented, and the line is straight. */
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
