import "./drawn-map.css"
import type { GoogleMapsKey, MapCanvas } from "./map-canvas.ts"
import type { MapOptions } from "./map-point.ts"
import { pointsOn, type ShownPoints } from "./show-points.ts"

/** A drawn map. Pages that add to it (routes, the courier's position) draw on its canvas. */
export type DrawnMap = ShownPoints & {
  canvas: MapCanvas
  remove(): void
}

/**
 * Draws Google's map where its key is configured, else MapLibre's; answers null where that cannot be done: the list
 * beside it says the same. Google's own coordinates may stand on no other map, so there is no falling back from it.
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
