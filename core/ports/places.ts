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
 * A place on the map and who said so. Google's coordinates may only be shown on a Google map and only its
 * place id may be kept for good, so the source is stored beside the coordinates.
 */
export type GeocodedPlace = Coordinates & {
  source: Exclude<PositionSource, "entered">
  placeId?: string
}

export interface Geocoder {
  /** The address's place, at worst its zip's centre; null when not even the zip is known. */
  geocode(address: PostalAddress): Promise<GeocodedPlace | null>
}

export type RouteStep = {
  /** The instruction as it is read. */
  text: string
  /** The instruction as it is spoken; the same words where the provider has no others. */
  speech: string
  /** The provider's own name of the turn ("TURN_LEFT", "15"), or null. */
  maneuver: string | null
  distanceMiles: number
  durationSeconds: number
}

export type RouteSource = "google" | "valhalla" | "estimate"

export type DrivingRoute = {
  distanceMiles: number
  durationSeconds: number
  /** True for the great-circle estimate, which has no turns and is labelled "estimate". */
  isEstimate: boolean
  steps: RouteStep[]
  /** The line to draw, from start to end. */
  geometry: Coordinates[]
  source: RouteSource
}

export interface Directions {
  /** The way by car; null when there is none. */
  route(from: Coordinates, to: Coordinates): Promise<DrivingRoute | null>
}
