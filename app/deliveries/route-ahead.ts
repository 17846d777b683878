import { lineSlice, lineString, nearestPointOnLine, point } from "@turf/turf"
import type { Coordinates } from "#core/places/coordinates.ts"

/** Farther from the route than this, the courier is somewhere else, and the whole route is of use. */
const ON_ROUTE_METERS = 60

/**
 * What of the route is still ahead of a courier who is on it; all of it (the same array) for one who is not. A straight
 * line from place to place is an estimate's, and is drawn from wherever the courier is.
 */
export function routeAhead(
  route: readonly Coordinates[],
  courier: Coordinates | null,
): readonly Coordinates[] {
  const end = route.at(-1)
  if (!courier || !end || route.length < 2) return route
  if (route.length === 2) return [courier, end]
  const line = lineString(route.map(({ lat, lng }) => [lng, lat]))
  const nearest = nearestPointOnLine(line, [courier.lng, courier.lat], { units: "meters" })
  if (nearest.properties.dist > ON_ROUTE_METERS) return route
  const ahead = lineSlice(nearest, point([end.lng, end.lat]), line)
  return ahead.geometry.coordinates.flatMap(([lng, lat]) =>
    lng === undefined || lat === undefined ? [] : [{ lat, lng }],
  )
}
