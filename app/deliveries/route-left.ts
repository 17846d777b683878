import { estimateLeft } from "#core/deliveries/provider-route.ts"
import type { RouteToGoal } from "#core/deliveries/route-to.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { distanceMeters } from "#core/places/distance.ts"
import { routeAhead } from "./route-ahead.ts"

/**
 * Returns the rest of a route for a courier who has moved since it was requested: measured along its line while they
 * are on it, and otherwise estimated as on the customer's page. Does not call the provider, which may charge.
 */
export function routeLeft(route: RouteToGoal, at: Coordinates | null): RouteToGoal {
  const { geometry } = route
  const [from, goal] = [geometry[0], geometry.at(-1)]
  if (!at || !from || !goal) return route
  if (route.isEstimate || isOffRoute(route, at))
    return { ...route, ...estimateLeft({ from, left: route }, at, goal) }
  const whole = lengthMeters(geometry)
  const share = whole === 0 ? 1 : lengthMeters(routeAhead(geometry, at)) / whole
  return {
    ...route,
    durationSeconds: Math.round(route.durationSeconds * share),
    distanceMiles: route.distanceMiles * share,
  }
}

/** Whether the courier has left the route. An estimate has no streets to leave. */
export const isOffRoute = ({ isEstimate, geometry }: RouteToGoal, at: Coordinates): boolean =>
  !isEstimate && routeAhead(geometry, at) === geometry

function lengthMeters(line: readonly Coordinates[]): number {
  return line.slice(1).reduce((sum, point, index) => sum + distanceMeters(line[index] ?? point, point), 0)
}
