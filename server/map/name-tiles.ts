import type { MapNames } from "#core/places/list-map-names.server.ts"
import { CITY_SIZES, NAMES_MAX_ZOOM, ZIPS_FROM_ZOOM } from "./map-zooms.ts"
import { type Tiles, tileLayer, tileOf } from "./tiles.ts"

/** The names of cities, and zip codes, as points. A tile takes a few milliseconds, and browsers cache it. */
export function openNames({ cities, zips }: MapNames): Tiles {
  const layers = CITY_SIZES.map(({ layer, fromZoom, zips: least }, index) => {
    const below = CITY_SIZES[index - 1]?.zips ?? Number.POSITIVE_INFINITY
    const ofSize = cities.filter(({ zipCount }) => zipCount >= least && zipCount < below)
    return tileLayer(
      layer,
      fromZoom,
      NAMES_MAX_ZOOM,
      points(ofSize, ({ name, zipCount }) => ({ name, zips: zipCount })),
    )
  })
  layers.push(
    tileLayer(
      "zips",
      ZIPS_FROM_ZOOM,
      NAMES_MAX_ZOOM,
      points(zips, ({ zip }) => ({ zip })),
    ),
  )
  return { tile: async (address) => (address.z > NAMES_MAX_ZOOM ? null : tileOf(layers, address)) }
}

function points<T extends { lat: number; lng: number }>(
  places: readonly T[],
  properties: (place: T) => Record<string, string | number>,
): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: "FeatureCollection",
    features: places.map((place) => ({
      type: "Feature",
      properties: properties(place),
      geometry: { type: "Point", coordinates: [place.lng, place.lat] },
    })),
  }
}
