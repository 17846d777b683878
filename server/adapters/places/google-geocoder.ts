import type { Client } from "@googlemaps/google-maps-services-js"
import { z } from "zod"
import type { Geocoder, PostalAddress } from "#core/ports/places.ts"
import { ProviderError } from "../resilience.ts"
import { DEFAULT_TIMEOUT_MS, type ProviderSettings, providerCalls } from "./provider-call.ts"

const PROVIDER = "Google Geocoding"

const answer = z.object({
  status: z.string(),
  results: z.array(
    z.object({
      place_id: z.string().min(1),
      geometry: z.object({
        location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
        location_type: z.string(),
      }),
    }),
  ),
})

/**
 * Google's Geocoding API. Null when Google only knows the neighborhood (APPROXIMATE): that is no better than the zip,
 * and must not be taken for a door. https://developers.google.com/maps/documentation/geocoding/requests-geocoding
 */
export function googleGeocoder(key: string, settings: ProviderSettings = {}): Geocoder {
  // Loaded with the first address, because the package takes an eighth of the whole startup time and most sites have no
  // key for it.
  let opening: Promise<Client> | undefined
  const open = async () => new (await import("@googlemaps/google-maps-services-js")).Client()
  const call = providerCalls(PROVIDER, settings)
  const { baseUrl = "https://maps.googleapis.com", timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  const url = new URL("/maps/api/geocode/json", baseUrl).href

  async function ask(address: PostalAddress) {
    const params = { key, address: oneLine(address), components: "country:US", region: "us" }
    opening ??= open()
    const client = await opening
    const response = await client
      // The client's own timeout restarts with every byte; the signal is a deadline.
      .geocode({
        params,
        url,
        timeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
        validateStatus: null,
      })
      .catch(() => {
        throw new ProviderError(PROVIDER, "timed out or cannot be reached", true)
      })
    return read(response.status, response.data)
  }

  return {
    async geocode(address) {
      const best = await call(() => ask(address))
      if (!best || best.geometry.location_type === "APPROXIMATE") return null
      return { ...best.geometry.location, source: "google", placeId: best.place_id }
    },
  }
}

/** The client derives HTTP statuses from the body; if there is a body, it has more detail. */
function read(httpStatus: number, body: unknown) {
  const parsed = answer.safeParse(body)
  if (!parsed.success) {
    const isRejection = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429
    const reason = httpStatus === 200 ? "answered with something else" : `answered ${httpStatus}`
    throw new ProviderError(PROVIDER, reason, !isRejection)
  }
  const { status, results } = parsed.data
  if (status === "OK" || status === "ZERO_RESULTS") return results[0]
  // OVER_QUERY_LIMIT is per second, so it is transient; OVER_DAILY_LIMIT, REQUEST_DENIED and INVALID_REQUEST are not.
  throw new ProviderError(PROVIDER, status, status === "OVER_QUERY_LIMIT" || status === "UNKNOWN_ERROR")
}

function oneLine({ address, city, state, zip }: PostalAddress): string {
  return `${address}, ${city}, ${state} ${zip}`
}
