import { distance } from "@turf/distance"
import { countText } from "#core/count-text.ts"
import type { Coordinates } from "./coordinates.ts"

const METERS_PER_MILE = 1609.344

/** One degree of latitude on the sphere that @turf/distance measures (radius 6,371,008.8 m). */
const MILES_PER_DEGREE = 69.0933

/** Great-circle distance in statute miles. */
export function distanceMiles(a: Coordinates, b: Coordinates): number {
  return distance([a.lng, a.lat], [b.lng, b.lat], { units: "miles" })
}

/** Distance in statute miles; null if either location is unknown. */
export function milesBetween(a: Coordinates | null | undefined, b: PerhapsPlaced): number | null {
  return a && b.lat !== null && b.lng !== null ? distanceMiles(a, { lat: b.lat, lng: b.lng }) : null
}

type PerhapsPlaced = { lat: number | null; lng: number | null }

/** Great-circle distance in meters. */
export function distanceMeters(a: Coordinates, b: Coordinates): number {
  return distance([a.lng, a.lat], [b.lng, b.lat], { units: "meters" })
}

/** Converts meters, the unit of providers and phones, to statute miles. */
export function milesFromMeters(meters: number): number {
  return meters / METERS_PER_MILE
}

export type BoundingBox = { minLat: number; maxLat: number; minLng: number; maxLng: number }

/**
 * A box that holds every point within `radiusMiles` of `center`, and some corners beyond it: an index can
 * narrow by it before `distanceMiles` decides. It does not cross the 180th meridian (longitudes may pass
 * ±180 there), which only matters to the outermost Aleutians.
 */
export function boundingBox(center: Coordinates, radiusMiles: number): BoundingBox {
  const latSpan = radiusMiles / MILES_PER_DEGREE
  const minLat = Math.max(-90, center.lat - latSpan)
  const maxLat = Math.min(90, center.lat + latSpan)
  if (minLat === -90 || maxLat === 90) return { minLat, maxLat, minLng: -180, maxLng: 180 }
  const angle = (radiusMiles / MILES_PER_DEGREE) * (Math.PI / 180)
  const ratio = Math.sin(angle) / Math.cos(center.lat * (Math.PI / 180))
  // A circle's widest longitudes lie poleward of its center, so the width at the center's latitude is too narrow.
  const lngSpan = ratio >= 1 ? 180 : Math.asin(ratio) * (180 / Math.PI)
  return { minLat, maxLat, minLng: center.lng - lngSpan, maxLng: center.lng + lngSpan }
}

/** "0.4 miles", "1 mile", "12.3 miles": one decimal; "less than 0.1 miles" if it rounds to zero. */
export function formatMiles(miles: number): string {
  const rounded = Math.round(miles * 10) / 10
  if (rounded === 0) return "less than 0.1 miles"
  return countText(rounded, "mile")
}
