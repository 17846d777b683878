import Supercluster from "supercluster"
import type { MapPoint } from "./map-point.ts"

/** Pins nearer to one another than this many pixels would cover each other's numbers. */
const PIN_PX = 36
/** As near as a map comes: what still lies together here lies at one door, or at the center of one zip. */
const NEAREST_ZOOM = 16

export type PointGroup = {
  /** In the order of the list. */
  points: [MapPoint, ...MapPoint[]]
  lat: number
  lng: number
  /** From which zoom on they stand apart; null for one point, and for those that never do. */
  splitsAtZoom: number | null
}

/** Answers, for a zoom, which numbered points become one pin; others stand for themselves. In the order of the list. */
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

/** What stands on the pin of several: "1, 2", or "1, 2 +3". */
export function numbersOf(points: readonly MapPoint[]): string {
  const numbers = points.map(({ number }) => number)
  const [shown, rest] = [numbers.slice(0, 2).join(", "), numbers.length - 2]
  return rest > 0 ? `${shown} +${rest}` : shown
}
