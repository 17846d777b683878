/** The family that browsers write with by themselves: without `glyphs`, MapLibre takes letters from the machine's fonts. */
export const FONT = ["sans-serif"]
export const BOLD = ["sans-serif bold"]
