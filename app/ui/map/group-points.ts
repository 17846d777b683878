import Supercluster from "supercluster"
import type { MapPoint } from "./map-point.ts"

/** Pins less than this many pixels apart would cover each other's numbers. */
const PIN_PX = 36
/** The closest zoom: points that still overlap there share a door, or the center of a zip code. */
const NEAREST_ZOOM = 16

export type PointGroup = {
  /** In the list's order. */
  points: [MapPoint, ...MapPoint[]]
  lat: number
  lng: number
  /** The zoom from which the points are separate; null for a single point, and for points that never separate. */
  splitsAtZoom: number | null
}

/**
 * Returns a function that groups the numbered points that share a pin at a zoom, in the list's order. Points without a
 * number are never grouped.
 */
export function groupsOf(points: readonly MapPoint[]): (zoom: number) => PointGroup[] {
  const index = new Supercluster<{ at: number }>({ radius: PIN_PX, maxZoom: NEAREST_ZOOM })
  index.load(
    points.flatMap(({ lat, lng, number }, at) =>
      number === undefined
        ? []
        : [{ type: "Feature", properties: { at }, geometry: { type: "Point", coordinates: [lng, lat] } }],
    ),
  )
  const alone = points.filter(({ number }) => number === undefined).map(single)
  return (zoom) => {
    const numbered = index.getClusters([-180, -90, 180, 90], Math.floor(zoom)).flatMap((feature) => {
      const { properties } = feature
      if (!("cluster" in properties))
        return [points[properties.at]].flatMap((point) => (point ? [single(point)] : []))
      const members = index
        .getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY)
        .flatMap((leaf) => points[leaf.properties.at] ?? [])
      return grouped(
        members,
        feature.geometry.coordinates,
        index.getClusterExpansionZoom(properties.cluster_id),
      )
    })
    return [...numbered, ...alone].sort(
      (one, other) => points.indexOf(one.points[0]) - points.indexOf(other.points[0]),
    )
  }
}

const single = (point: MapPoint): PointGroup => ({
  points: [point],
  lat: point.lat,
  lng: point.lng,
  splitsAtZoom: null,
})

function grouped(members: MapPoint[], [lng = 0, lat = 0]: number[], splitsAtZoom: number): PointGroup[] {
  const [first, ...others] = members.sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
  if (!first) return []
  return [
    { points: [first, ...others], lat, lng, splitsAtZoom: splitsAtZoom > NEAREST_ZOOM ? null : splitsAtZoom },
  ]
}

/** The text of a pin for several points: "1, 2", or "1, 2 +3". */
export function numbersOf(points: readonly MapPoint[]): string {
  const numbers = points.map(({ number }) => number)
  const [shown, rest] = [numbers.slice(0, 2).join(", "), numbers.length - 2]
  return rest > 0 ? `${shown} +${rest}` : shown
}
