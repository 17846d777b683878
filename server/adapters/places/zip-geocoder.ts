import type { Coordinates } from "#core/places/coordinates.ts"
import type { Geocoder } from "#core/ports/places.ts"

/** Returns the center of a zip code; null if the zip code does not exist. */
export type FindZipCentre = (zip: string) => Promise<Coordinates | null>

/** The embedded geocoder: places every address at its zip code's center and marks it as such. */
export function zipGeocoder(findZipCentre: FindZipCentre): Geocoder {
  return {
    async geocode({ zip }) {
      const centre = await findZipCentre(zip.slice(0, 5))
      return centre && { lat: centre.lat, lng: centre.lng, source: "zip" }
    },
  }
}
