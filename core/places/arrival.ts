import type { Coordinates, PositionSource } from "./coordinates.ts"
import { distanceMeters } from "./distance.ts"

/** Who is this near has arrived. */
const ARRIVAL_METERS = 1
/** A position that is vaguer than this proves no arrival. */
const MAX_ACCURACY_METERS = 50

export type Destination = Coordinates & { readonly source: PositionSource }

/**
 * True when the courier stands within 1 metre of the destination, or within the position's own reported
 * accuracy where that is at most 50 m, for phones do not reach 1 m. An address that is only known to its
 * zip's centre is never arrived at: the centre may be miles from the door.
 */
export function hasArrived(
  position: Coordinates,
  accuracyMeters: number | null | undefined,
  destination: Destination,
): boolean {
  if (destination.source === "zip") return false
  const meters = distanceMeters(position, destination)
  if (meters <= ARRIVAL_METERS) return true
  return isUsableAccuracy(accuracyMeters) && meters <= accuracyMeters
}

function isUsableAccuracy(meters: number | null | undefined): meters is number {
  return typeof meters === "number" && meters >= 0 && meters <= MAX_ACCURACY_METERS
}
