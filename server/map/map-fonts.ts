/**
 * The family that browsers write with by themselves: without `glyphs`, MapLibre takes letters from the machine's fonts.
 * In one weight: of a bold one it draws letters of a few pixels (6.17.0).
 */
export const FONT = ["sans-serif"]
