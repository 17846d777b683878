import { type Coordinates, isCoordinates } from "#core/places/coordinates.ts"

/** Reads "40.7128,-74.006", rounded to about 100 m for privacy. */
export function readCoordinates(text: string | null): Coordinates | undefined {
  const [lat, lng] = (text ?? "").split(",").map(Number)
  const near = { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN }
  return isCoordinates(near) ? near : undefined
}

export const writeCoordinates = ({ lat, lng }: Coordinates): string => `${lat.toFixed(3)},${lng.toFixed(3)}`
