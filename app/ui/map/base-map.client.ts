import "./drawn-map.css"
import type { GoogleMapsKey, MapCanvas } from "./map-canvas.ts"
import type { MapOptions } from "./map-point.ts"
import { pointsOn, type ShownPoints } from "./show-points.ts"

/** A rendered map. Pages that add to it (routes, the courier's position) draw on its canvas. */
export type DrawnMap = ShownPoints & {
  canvas: MapCanvas
  remove(): void
}

/**
 * Renders Google's map if its key is configured, otherwise MapLibre's. Returns null if that fails; the list next to the
 * map shows the same data. There is no fallback from Google's map, since its coordinates may not be shown on another
 * map.
 */
export async function drawMap(
  container: HTMLElement,
  google: GoogleMapsKey | null,
  options: MapOptions & { onFail: () => void },
): Promise<DrawnMap | null> {
  try {
    const canvas = google
      ? await (await import("./google-canvas.client.ts")).drawGoogleMap(container, google, options)
      : await (await import("./maplibre-canvas.client.ts")).drawMapLibre(container, options)
    return { ...pointsOn(canvas, options), canvas, remove: () => canvas.remove() }
  } catch {
    return null
  }
}
