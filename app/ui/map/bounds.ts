import { bbox, multiPoint } from "@turf/turf"
import type { Coordinates } from "#core/places/coordinates.ts"

export type Bounds = { west: number; south: number; east: number; north: number }

/** Returns the box around the points; null for no points. */
export function boundsOf(points: readonly Coordinates[]): Bounds | null {
  if (points.length === 0) return null
  const [west, south, east, north] = bbox(multiPoint(points.map(({ lng, lat }) => [lng, lat])))
  return { west, south, east, north }
}
