import { z } from "zod"
import type { Coordinates } from "#core/places/coordinates.ts"
import { milesFromMeters } from "#core/places/distance.ts"
import { decodePolyline } from "#core/places/polyline.ts"
import type { Directions, DrivingRoute } from "#core/ports/places.ts"
import { fetchJson } from "../resilience.ts"
import { DEFAULT_TIMEOUT_MS, type ProviderSettings, providerCalls } from "./provider-call.ts"

const PROVIDER = "Google Routes"

/** "165s" or "3.5s". */
const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?s$/)
  .transform((text) => Number(text.slice(0, -1)))

/** Google's JSON leaves out a distance of zero. */
const meters = z.number().min(0).default(0)

const step = z.object({
  distanceMeters: meters,
  staticDuration: seconds,
  navigationInstruction: z.object({ maneuver: z.string().optional(), instructions: z.string() }).optional(),
})

const answer = z.object({
  routes: z
    .array(
      z.object({
        distanceMeters: meters,
        duration: seconds,
        polyline: z.object({ encodedPolyline: z.string() }),
        legs: z.array(z.object({ steps: z.array(step) })),
      }),
    )
    .default([]),
})

const FIELDS = [
  "routes.distanceMeters",
  "routes.duration",
  "routes.polyline.encodedPolyline",
  "routes.legs.steps.distanceMeters",
  "routes.legs.steps.staticDuration",
  "routes.legs.steps.navigationInstruction",
]

/**
 * Google's Routes API (computeRoutes). https://developers.google.com/maps/documentation/routes/compute_route_directions
 */
export function googleDirections(key: string, settings: ProviderSettings = {}): Directions {
  const call = providerCalls(PROVIDER, settings)
  const { baseUrl = "https://routes.googleapis.com", timeoutMs = DEFAULT_TIMEOUT_MS } = settings
  const url = new URL("/directions/v2:computeRoutes", baseUrl)
  return {
    async route(from, to) {
      // A POST by Google's design, but it only reads, so a retry does no harm.
      const init = { method: "POST", headers: headers(key), body: JSON.stringify(question(from, to)) }
      const found = await call(() => fetchJson({ provider: PROVIDER, url, init, timeoutMs, schema: answer }))
      const [best] = found.routes
      return best ? routeOf(best) : null
    },
  }
}

function headers(key: string): Record<string, string> {
  return { "content-type": "application/json", "x-goog-api-key": key, "x-goog-fieldmask": FIELDS.join(",") }
}

function question(from: Coordinates, to: Coordinates) {
  const waypoint = ({ lat, lng }: Coordinates) => ({
    location: { latLng: { latitude: lat, longitude: lng } },
  })
  return {
    origin: waypoint(from),
    destination: waypoint(to),
    travelMode: "DRIVE",
    languageCode: "en-US",
    units: "IMPERIAL",
  }
}

function routeOf(route: z.infer<typeof answer>["routes"][number]): DrivingRoute {
  const steps = route.legs
    .flatMap((leg) => leg.steps)
    .map((it) => {
      const text = it.navigationInstruction?.instructions ?? "Continue"
      return {
        text,
        speech: text,
        maneuver: it.navigationInstruction?.maneuver ?? null,
        distanceMiles: milesFromMeters(it.distanceMeters),
        durationSeconds: it.staticDuration,
      }
    })
  return {
    distanceMiles: milesFromMeters(route.distanceMeters),
    durationSeconds: route.duration,
    isEstimate: false,
    steps,
    geometry: decodePolyline(route.polyline.encodedPolyline, 5),
    source: "google",
  }
}
