/** The outlines are those of a wall map: at higher zooms, the same lines would only be enlarged. */
export const OUTLINES_MAX_ZOOM = 8

/** At higher zooms, the same names only move farther apart. */
export const NAMES_MAX_ZOOM = 10

/** The number of its zip codes represents a city's size: the largest cities are named first, at low zooms. */
export const CITY_SIZES = [
  { layer: "cities", fromZoom: 3, zips: 20 },
  { layer: "towns", fromZoom: 6, zips: 4 },
  { layer: "villages", fromZoom: 8, zips: 1 },
] as const
export const ZIPS_FROM_ZOOM = 9
