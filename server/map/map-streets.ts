import type { Settings } from "#server/config/settings.ts"
import type { StreetTiles } from "./street-tiles.ts"

/** The source of the streets: another server's style, our own file, or neither. */
export type MapStreets = {
  styles: { light: string; dark: string } | null
  tiles: StreetTiles | null
}

type MapSettings = Pick<Settings, "MAP_TILES" | "MAP_TILES_DARK">

const OPENFREEMAP = "https://tiles.openfreemap.org/styles/"

/** The source that MAP_TILES names, and the matching style for dark screens. */
export function streetsOf({ MAP_TILES: named, MAP_TILES_DARK: dark }: MapSettings): {
  styles: MapStreets["styles"]
  file: string | null
} {
  if (named === "off") return { styles: null, file: null }
  if (!/^https?:/.test(named)) return { styles: null, file: named }
  const ownDark = named.startsWith(OPENFREEMAP) ? `${OPENFREEMAP}dark` : named
  return { styles: { light: named, dark: dark ?? ownDark }, file: null }
}

/** Opens the file, if there is one. Throws StartError if it cannot be read. */
export async function openMapStreets(settings: MapSettings): Promise<MapStreets> {
  const { styles, file } = streetsOf(settings)
  if (!file) return { styles, tiles: null }
  // SQLite and PMTiles are loaded only if there is a file.
  const { openStreetTiles } = await import("./street-tiles.ts")
  return { styles, tiles: await openStreetTiles(file) }
}
