import { z } from "zod"
import type { Geocoder, PostalAddress } from "#core/ports/places.ts"
import { fetchJson } from "../resilience.ts"
import { DEFAULT_TIMEOUT_MS, type ProviderSettings, providerCalls } from "./provider-call.ts"

const PROVIDER = "US Census geocoder"

const answer = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
      }),
    ),
  }),
})

/**
 * The keyless geocoder of the US Census Bureau: positions along the street's address range. Null when it does not know
 * the address. https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html
 */
export function censusGeocoder(settings: ProviderSettings = {}): Geocoder {
  const call = providerCalls(PROVIDER, settings)
  const { baseUrl = "https://geocoding.geo.census.gov", timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  return {
    async geocode(address) {
      const url = addressUrl(baseUrl, address)
      const found = await call(() => fetchJson({ provider: PROVIDER, url, timeoutMs, schema: answer }))
      const [match] = found.result.addressMatches
      return match ? { lat: match.coordinates.y, lng: match.coordinates.x, source: "census" } : null
    },
  }
}

/** Leaves out the second line: the census's street ranges do not contain apartments. */
function addressUrl(baseUrl: string, { address, city, state, zip }: PostalAddress): URL {
  const url = new URL("/geocoder/locations/address", baseUrl)
  const search = { street: address, city, state, zip, benchmark: "Public_AR_Current", format: "json" }
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
  return url
}
