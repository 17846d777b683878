import { lineSlice, lineString, nearestPointOnLine, point } from "@turf/turf"
import type { Coordinates } from "#core/places/coordinates.ts"

/** Farther from the way than this, the courier is somewhere else, and the whole way is of use. */
const ON_THE_WAY_METERS = 60

/**
 * What of the way is still ahead of a courier who is on it; all of it (the same array) for one who is not. A straight
 * line from place to place is an estimate's, and is drawn from wherever the courier is.
 */
export function wayAhead(way: readonly Coordinates[], courier: Coordinates | null): readonly Coordinates[] {
  const end = way.at(-1)
  if (!courier || !end || way.length < 2) return way
  if (way.length === 2) return [courier, end]
  const line = lineString(way.map(({ lat, lng }) => [lng, lat]))
  const nearest = nearestPointOnLine(line, [courier.lng, courier.lat], { units: "meters" })
  if (nearest.properties.dist > ON_THE_WAY_METERS) return way
  const ahead = lineSlice(nearest, point([end.lng, end.lat]), line)
  return ahead.geometry.coordinates.flatMap(([lng, lat]) =>
    lng === undefined || lat === undefined ? [] : [{ lat, lng }],
  )
}
