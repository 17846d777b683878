import { lineSlice, lineString, nearestPointOnLine, point } from "@turf/turf"
import type { Coordinates } from "#core/places/coordinates.ts"

/** Farther from the route than this, the courier counts as off the route, and the whole route is shown. */
const ON_ROUTE_METERS = 60

/**
 * Returns the part of the route that is still ahead of a courier who is on it, and all of it (the same array) for one
 * who is off it. An estimate is a straight line, which always starts at the courier.
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
