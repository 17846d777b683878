import type { Coordinates } from "./coordinates.ts"

/**
 * Decodes Google's encoded polyline, which Valhalla uses too (with 6 digits instead of 5). An unfinished last point is
 * left out. https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function decodePolyline(encoded: string, digits: 5 | 6): Coordinates[] {
  const points: Coordinates[] = []
  const values = signedValues(encoded)
  let lat = 0
  let lng = 0
  for (let index = 0; index + 1 < values.length; index += 2) {
    lat += values[index] ?? 0
    lng += values[index + 1] ?? 0
    points.push({ lat: lat / 10 ** digits, lng: lng / 10 ** digits })
  }
  return points
}

/** Groups of five bits, lowest first; the sixth bit says that more follow, and the last bit is the sign. */
function signedValues(encoded: string): number[] {
  const values: number[] = []
  let value = 0
  let shift = 0
  for (const character of encoded) {
    const bits = character.charCodeAt(0) - 63
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    values.push(value & 1 ? ~(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return values
}
