/** sharp, loaded with the first picture: its native library would hold up the start of every process. */
export const openSharp = async () => (await import("sharp")).default
