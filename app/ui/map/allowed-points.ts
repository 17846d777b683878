import { useRouteLoaderData } from "react-router"
import type { PositionSource } from "#core/places/coordinates.ts"
import type { GoogleMapsKey } from "./map-canvas.ts"

/**
 * Leaves out points that Google found where the map is not Google's: they may be shown on its map only. The list still
 * shows them.
 */
export function allowedPoints<T extends { source?: PositionSource | null }>(
  google: GoogleMapsKey | null,
  places: T[],
): T[] {
  return google ? places : places.filter(({ source }) => source !== "google")
}

/** Google's key where the site uses its map, else null. */
export const useGoogleMaps = (): GoogleMapsKey | null =>
  useRouteLoaderData<{ googleMaps: GoogleMapsKey | null }>("root")?.googleMaps ?? null
