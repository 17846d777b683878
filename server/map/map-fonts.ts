/**
 * The browser's default family: without `glyphs`, MapLibre uses the machine's fonts. Regular weight only: MapLibre
 * 6.17.0 draws bold letters only a few pixels large.
 */
export const FONT = ["sans-serif"]
