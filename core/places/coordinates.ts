/** A point on the globe in WGS 84 degrees. */
export type Coordinates = { readonly lat: number; readonly lng: number }

/** True for a finite latitude and longitude on the globe; (0, 0) is a point, not "unknown". */
export function isCoordinates(value: { lat: unknown; lng: unknown }): value is Coordinates {
  return isDegrees(value.lat, 90) && isDegrees(value.lng, 180)
}

function isDegrees(value: unknown, limit: number) {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= limit
}

/** The source of a position limits what it can prove: a zip's center is not an address. */
export const POSITION_SOURCES = ["google", "census", "entered", "zip"] as const
export type PositionSource = (typeof POSITION_SOURCES)[number]
