/** The outlines are of a wall map: nearer than this, the same lines are only shown larger. */
export const OUTLINES_MAX_ZOOM = 8

/** Nearer than this, the same names stand farther apart. */
export const NAMES_MAX_ZOOM = 10

/** How many zips a city has says how large it is: the largest are named first, from afar. */
export const CITY_SIZES = [
  { layer: "cities", fromZoom: 3, zips: 20 },
  { layer: "towns", fromZoom: 6, zips: 4 },
  { layer: "villages", fromZoom: 8, zips: 1 },
] as const
export const ZIPS_FROM_ZOOM = 9
