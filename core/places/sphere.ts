import type { Coordinates } from "./coordinates.ts"

/** The sphere that @turf/distance measures on (6,371,008.8 m). */
export const EARTH_RADIUS_MILES = 3958.7613

/** A location as a point of the unit sphere, as the index of listed markets has it (`marketPlace` in db/schema). */
export function pointOnSphere({ lat, lng }: Coordinates): { x: number; y: number; z: number } {
  const [north, east] = [radians(lat), radians(lng)]
  return { x: Math.cos(north) * Math.cos(east), y: Math.cos(north) * Math.sin(east), z: Math.sin(north) }
}

/** The chord through the unit sphere between two points that are `miles` apart on the globe. */
export function chordOf(miles: number): number {
  return 2 * Math.sin(miles / EARTH_RADIUS_MILES / 2)
}

/** The distance in miles along the globe for a chord. */
export const milesOf = (chord: number) => 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, chord / 2))

const radians = (degrees: number) => (degrees * Math.PI) / 180
