import type { Coordinates, PositionSource } from "#core/places/coordinates.ts"

/** A US postal address as people enter it. */
export type PostalAddress = {
  address: string
  addressOne?: string
  city: string
  state: string
  zip: string
}

/**
 * A place on the map and the source of its coordinates. Google's coordinates may only be shown on a Google map, and
 * only its place id may be stored permanently, so the source is stored next to the coordinates.
 */
export type GeocodedPlace = Coordinates & {
  source: Exclude<PositionSource, "entered">
  placeId?: string
}

export interface Geocoder {
  /** Finds the address, at worst the center of its ZIP code; null if even the ZIP code is unknown. */
  geocode(address: PostalAddress): Promise<GeocodedPlace | null>
}

export type RouteStep = {
  /** The instruction to display. */
  text: string
  /** The instruction to speak; the same text if the provider has no other. */
  speech: string
  /** The provider's own name for the turn ("TURN_LEFT", "15"), or null. */
  maneuver: string | null
  distanceMiles: number
  durationSeconds: number
}

export type RouteSource = "google" | "valhalla" | "estimate"

export type DrivingRoute = {
  distanceMiles: number
  durationSeconds: number
  /** True for the great-circle estimate, which has no turns and is labeled "estimate". */
  isEstimate: boolean
  steps: RouteStep[]
  /** The line on the map, from start to end. */
  geometry: Coordinates[]
  source: RouteSource
}

export interface Directions {
  /** The driving route; null if there is none. */
  route(from: Coordinates, to: Coordinates): Promise<DrivingRoute | null>
}
