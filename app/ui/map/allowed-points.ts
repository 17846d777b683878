import { useRouteLoaderData } from "react-router"
import type { PositionSource } from "#core/places/coordinates.ts"
import type { GoogleMapsKey } from "./map-canvas.ts"

/**
 * Unless the map is Google's, leaves out points that Google found: they may only be shown on a Google map. The list
 * still shows them.
 */
export function allowedPoints<T extends { source?: PositionSource | null }>(
  google: GoogleMapsKey | null,
  places: T[],
): T[] {
  return google ? places : places.filter(({ source }) => source !== "google")
}

/** Google's key if the site uses Google's map, otherwise null. */
export const useGoogleMaps = (): GoogleMapsKey | null =>
  useRouteLoaderData<{ googleMaps: GoogleMapsKey | null }>("root")?.googleMaps ?? null
