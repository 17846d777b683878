import { estimateRoute } from "#core/places/estimate-route.ts"
import type { Directions, Geocoder } from "#core/ports/places.ts"
import { ProviderError } from "../resilience.ts"
import { censusGeocoder } from "./census-geocoder.ts"
import { googleDirections } from "./google-directions.ts"
import { googleGeocoder } from "./google-geocoder.ts"
import { valhallaDirections } from "./valhalla-directions.ts"
import { type FindZipCentre, zipGeocoder } from "./zip-geocoder.ts"

export type PlacesSettings = {
  googleKey: string | undefined
  isCensusOn: boolean
  valhallaUrl: string | undefined
}

/** Told about every failure that a fallback hid. Names the provider and the reason, never an address. */
export type OnFallback = (failure: { provider: string; reason: string }) => void

/**
 * Google where there is a key, else the open service that is configured, else (and whenever those fail) the embedded
 * one.
 */
export function composePlaces(
  settings: PlacesSettings,
  findZipCentre: FindZipCentre,
  onFallback: OnFallback,
): { geocoder: Geocoder; directions: Directions } {
  const zip = zipGeocoder(findZipCentre)
  const exact = exactGeocoder(settings)
  const streets = streetDirections(settings)
  return {
    geocoder: exact ? geocodeWithFallback(exact, zip, onFallback) : zip,
    directions: directionsWithFallback(streets, onFallback),
  }
}

function exactGeocoder({ googleKey, isCensusOn }: PlacesSettings): Geocoder | undefined {
  if (googleKey) return googleGeocoder(googleKey)
  return isCensusOn ? censusGeocoder() : undefined
}

function streetDirections({ googleKey, valhallaUrl }: PlacesSettings): Directions | undefined {
  if (googleKey) return googleDirections(googleKey)
  return valhallaUrl ? valhallaDirections(valhallaUrl) : undefined
}

/** The zip's centre for an address that the provider does not know, or while it cannot be asked. */
export function geocodeWithFallback(exact: Geocoder, zip: Geocoder, onFallback: OnFallback): Geocoder {
  return {
    async geocode(address) {
      const found = await orFallBack(exact.geocode(address), onFallback)
      return found ?? zip.geocode(address)
    },
  }
}

/** The estimate while there is no provider or it cannot be asked; null stays null, for then there is no way by car. */
export function directionsWithFallback(streets: Directions | undefined, onFallback: OnFallback): Directions {
  return {
    async route(from, to) {
      const found = streets ? await orFallBack(streets.route(from, to), onFallback) : undefined
      return found === undefined ? estimateRoute(from, to) : found
    },
  }
}

/** Undefined for a provider's failure; our own errors are not hidden. */
async function orFallBack<T>(answer: Promise<T>, onFallback: OnFallback): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    onFallback({ provider: error.provider, reason: error.reason })
    return undefined
  }
}
