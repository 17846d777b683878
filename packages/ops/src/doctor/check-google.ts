import { z } from "zod"
import { ask, type Endpoints, type Finding, off, type ReadableSettings, works, wrong } from "./finding.ts"

const GEOCODING = "Google Geocoding"
const ROUTES = "Google Routes"
const geocoded = z.object({ status: z.string() })
const routed = z.union([z.object({ error: z.object({ status: z.string() }) }), z.object({})])

/** Geocodes one public building, and requests a short route from there. */
export async function checkGoogle(settings: ReadableSettings, endpoints: Endpoints): Promise<Finding[]> {
  const key = settings.GOOGLE_MAPS_SERVER_KEY
  if (!key)
    return [
      off("Google Maps", "not configured: MapLibre, zip centres and estimates (GOOGLE_MAPS_SERVER_KEY)."),
    ]
  return [
    ...(await Promise.all([checkGeocoding(key, endpoints), checkRoutes(key, endpoints)])),
    checkBrowserKey(settings),
  ]
}

function checkGeocoding(key: string, { google }: Endpoints): Promise<Finding> {
  const url = new URL("/maps/api/geocode/json", google ?? "https://maps.googleapis.com")
  url.search = new URLSearchParams({ key, address: "1600 Pennsylvania Ave NW, Washington, DC" }).toString()
  return ask(GEOCODING, { url, schema: geocoded, alsoReads: [400, 403] }, ({ status }) =>
    status === "OK" ? works(GEOCODING, "finds an address.") : rejected(GEOCODING, status),
  )
}

function checkRoutes(key: string, { googleRoutes }: Endpoints): Promise<Finding> {
  const at = (latitude: number, longitude: number) => ({ location: { latLng: { latitude, longitude } } })
  const url = new URL("/directions/v2:computeRoutes", googleRoutes ?? "https://routes.googleapis.com")
  const init = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": key,
      "x-goog-fieldmask": "routes.distanceMeters",
    },
    body: JSON.stringify({ origin: at(38.8977, -77.0365), destination: at(38.8951, -77.0364) }),
  }
  return ask(ROUTES, { url, init, schema: routed, alsoReads: [400, 403] }, (found) =>
    "error" in found ? rejected(ROUTES, found.error.status) : works(ROUTES, "finds a way."),
  )
}

function rejected(service: string, status: string): Finding {
  return wrong(
    service,
    `rejects GOOGLE_MAPS_SERVER_KEY (${status.replace(/[^A-Z_]/g, "")}).`,
    `At https://console.cloud.google.com/apis/credentials: turn the ${service.replace("Google ", "")} API on, let the key use it, allow this server's address, and check billing.`,
  )
}

/** A browser key works on our site's address only, so it can't be checked from a server. */
function checkBrowserKey({ GOOGLE_MAPS_MAP_ID: mapId }: ReadableSettings): Finding {
  const says = "is set; only a browser on your site can try it: open the home page and look at the map."
  const id = mapId ? "" : " GOOGLE_MAPS_MAP_ID is missing: the map has Google's default style for demos."
  return works("Google in browser", says + id)
}
