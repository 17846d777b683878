import type { Map as MapLibre, StyleSpecification } from "maplibre-gl"

const STREETS_TIMEOUT_MS = 3000

/**
 * Returns the server's own style: outlines, names and, if the server has a street file, streets
 * (server/map/map-style.ts). Rejects if the server cannot be reached.
 */
export async function ownStyle(dark: boolean): Promise<StyleSpecification> {
  const response = await fetch(`/map/style/${dark ? "dark" : "light"}.json`)
  if (!response.ok) throw new Error(`The map's style answered ${response.status}`)
  return (await response.json()) as StyleSpecification
}

/**
 * Shows the street style that our own style names, if the browser can reach it. If its tiles then fail to load, our own
 * style is shown again.
 */
export async function showStreets(
  map: MapLibre,
  own: StyleSpecification,
  signal: AbortSignal,
): Promise<void> {
  const address = (own.metadata as { "pushcart:streets"?: string | null } | undefined)?.["pushcart:streets"]
  const streets = address ? await streetStyle(address) : null
  if (!streets || signal.aborted) return
  map.setStyle(streets, { diff: false })
  let hasTiles = false
  map.on("sourcedata", ({ tile }) => {
    hasTiles ||= tile !== undefined
  })
  map.on("error", (event) => {
    if (hasTiles || !("sourceId" in event)) return
    hasTiles = true
    map.setStyle(own, { diff: false })
  })
}

async function streetStyle(address: string): Promise<StyleSpecification | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(STREETS_TIMEOUT_MS) })
    return response.ok ? ((await response.json()) as StyleSpecification) : null
  } catch {
    return null
  }
}
