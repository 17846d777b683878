import { z } from "zod"
import type { Coordinates } from "#core/places/coordinates.ts"
import { decodePolyline } from "#core/places/polyline.ts"
import type { Directions, DrivingRoute } from "#core/ports/places.ts"
import { fetchJson, ProviderError } from "../resilience.ts"
import { DEFAULT_TIMEOUT_MS, type ProviderSettings, providerCalls } from "./provider-call.ts"

const PROVIDER = "Valhalla"

/** "No path could be found for input". */
const NO_PATH = 442

const maneuver = z.object({
  type: z.number(),
  instruction: z.string(),
  verbal_pre_transition_instruction: z.string().optional(),
  length: z.number().min(0),
  time: z.number().min(0),
})

const trip = z.object({
  summary: z.object({ length: z.number().min(0), time: z.number().min(0) }),
  legs: z.array(z.object({ shape: z.string(), maneuvers: z.array(maneuver) })).min(1),
})

const answer = z.union([z.object({ trip }), z.object({ error_code: z.number() })])

/**
 * Valhalla's HTTP API, which also returns its steps as sentences for speech.
 * https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/
 */
export function valhallaDirections(
  url: string,
  settings: Omit<ProviderSettings, "baseUrl"> = {},
): Directions {
  const call = providerCalls(PROVIDER, settings)
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  return {
    async route(from, to) {
      const request = { provider: PROVIDER, url: routeUrl(url, from, to), timeoutMs, schema: answer }
      const found = await call(() => fetchJson({ ...request, alsoReads: [400] }))
      if ("trip" in found) return routeOf(found.trip)
      if (found.error_code === NO_PATH) return null
      // Usually a place outside of this Valhalla's map: not an outage, and no proof that there is no route.
      throw new ProviderError(PROVIDER, `error ${found.error_code}`, false)
    },
  }
}

function routeUrl(base: string, from: Coordinates, to: Coordinates): URL {
  const url = new URL("route", base.endsWith("/") ? base : `${base}/`)
  const locations = [from, to].map(({ lat, lng }) => ({ lat, lon: lng }))
  url.searchParams.set(
    "json",
    JSON.stringify({ locations, costing: "auto", units: "miles", language: "en-US" }),
  )
  return url
}

function routeOf({ summary, legs }: z.infer<typeof trip>): DrivingRoute {
  const steps = legs
    .flatMap((leg) => leg.maneuvers)
    .map((it) => ({
      text: it.instruction,
      speech: it.verbal_pre_transition_instruction ?? it.instruction,
      maneuver: String(it.type),
      distanceMiles: it.length,
      durationSeconds: it.time,
    }))
  return {
    distanceMiles: summary.length,
    durationSeconds: summary.time,
    isEstimate: false,
    steps,
    geometry: legs.flatMap((leg) => decodePolyline(leg.shape, 6)),
    source: "valhalla",
  }
}
