import { z } from "zod"
import { ask, type Endpoints, type Finding, off, type ReadableSettings, works } from "./finding.ts"

const valhallaStatus = z.object({ version: z.string() })
const censusAnswer = z.object({ result: z.object({ addressMatches: z.array(z.unknown()) }) })

export async function checkValhalla({ VALHALLA_URL: base }: ReadableSettings): Promise<Finding> {
  if (!base) return off("Valhalla", "not configured: ways are estimates without turns (VALHALLA_URL).")
  const url = new URL("status", base.endsWith("/") ? base : `${base}/`)
  return ask("Valhalla", { url, schema: valhallaStatus }, ({ version }) =>
    works("Valhalla", `${version} answers.`),
  )
}

export async function checkCensus({ CENSUS }: ReadableSettings, { census }: Endpoints): Promise<Finding> {
  if (!CENSUS) return off("US Census", "not switched on: addresses stand at their zip's centre (CENSUS=on).")
  const url = new URL("/geocoder/locations/address", census ?? "https://geocoding.geo.census.gov")
  url.search = new URLSearchParams({
    street: "1600 Pennsylvania Ave NW",
    city: "Washington",
    state: "DC",
    benchmark: "Public_AR_Current",
    format: "json",
  }).toString()
  return ask("US Census", { url, schema: censusAnswer }, () => works("US Census", "finds addresses."))
}
