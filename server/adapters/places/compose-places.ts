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

/** Called for every failure that a fallback hid, with the provider and the reason but never an address. */
export type OnFallback = (failure: { provider: string; reason: string }) => void

/**
 * Uses Google if a key is set, otherwise the configured open service. Without either, and whenever they fail, uses the
 * embedded one.
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

/** Falls back to the zip's center when the provider does not know an address or cannot be reached. */
export function geocodeWithFallback(exact: Geocoder, zip: Geocoder, onFallback: OnFallback): Geocoder {
  return {
    async geocode(address) {
      const found = await orFallBack(exact.geocode(address), onFallback)
      return found ?? zip.geocode(address)
    },
  }
}

/** Falls back to the estimate without a provider or when it cannot be reached; null (no route by car) stays null. */
export function directionsWithFallback(streets: Directions | undefined, onFallback: OnFallback): Directions {
  return {
    async route(from, to) {
      const found = streets ? await orFallBack(streets.route(from, to), onFallback) : undefined
      return found === undefined ? estimateRoute(from, to) : found
    },
  }
}

/** Returns undefined for a provider's failure; our own errors are thrown. */
async function orFallBack<T>(answer: Promise<T>, onFallback: OnFallback): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    onFallback({ provider: error.provider, reason: error.reason })
    return undefined
  }
}
