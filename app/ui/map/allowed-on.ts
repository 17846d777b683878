import { useRouteLoaderData } from "react-router"
import type { PositionSource } from "#core/places/coordinates.ts"
import type { GoogleMapsKey } from "./map-canvas.ts"

/** What Google found may be shown on Google's map only; it stays in the list. */
export function allowedOn<T extends { source?: PositionSource | null }>(
  google: GoogleMapsKey | null,
  places: T[],
): T[] {
  return google ? places : places.filter(({ source }) => source !== "google")
}

/** Google's key where its map is the one that is drawn, else null. */
export const useGoogleMaps = (): GoogleMapsKey | null =>
  useRouteLoaderData<{ googleMaps: GoogleMapsKey | null }>("root")?.googleMaps ?? null
