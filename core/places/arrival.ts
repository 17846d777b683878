import type { Coordinates, PositionSource } from "./coordinates.ts"
import { distanceMeters } from "./distance.ts"

/** A courier within this distance has arrived. */
const ARRIVAL_METERS = 1
/** A less accurate position does not prove arrival. */
const MAX_ACCURACY_METERS = 50

export type Destination = Coordinates & { readonly source: PositionSource }

/**
 * True if the courier is within 1 meter of the destination, or within the position's own reported accuracy if that is
 * at most 50 m, since phones are not accurate to 1 m. Always false for an address located only by its zip's center,
 * which may be miles from the door.
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
