import { Database } from "bun:sqlite"
import { PMTiles, type Source, TileType } from "pmtiles"
import { StartError } from "#server/config/start-error.ts"
import type { Tile, Tiles } from "./tiles.ts"

/** A file of streets: its bounds and its tiles. */
export type StreetTiles = Tiles & {
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  minZoom: number
  maxZoom: number
  close(): Promise<void>
}

/**
 * Opens a PMTiles or MBTiles file.
 *
 * @throws StartError, with a message for the operator, if it cannot be read or has no vector tiles
 */
export async function openStreetTiles(path: string): Promise<StreetTiles> {
  try {
    return path.endsWith(".pmtiles") ? await openPMTiles(path) : openMBTiles(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `MAP_TILES names ${path}, which cannot be read: ${reason}. Give it a PMTiles or MBTiles file of vector tiles, or unset it.`,
    )
  }
}

/** By the MBTiles specification: a SQLite file whose rows are counted from the south. */
function openMBTiles(path: string): StreetTiles {
  const database = new Database(path, { readonly: true })
  const metadata = new Map(
    database
      .query<{ name: string; value: string }, []>("select name, value from metadata")
      .all()
      .map(({ name, value }) => [name, value]),
  )
  if (metadata.get("format") !== "pbf") throw new Error(`its format is ${metadata.get("format")}, not pbf`)
  const zooms = database
    .query<{ min: number; max: number }, []>("select min(zoom_level) min, max(zoom_level) max from tiles")
    .get()
  const byAddress = database.query<{ tile_data: Tile }, [number, number, number]>(
    "select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?",
  )
  return {
    bounds: boundsOf(metadata.get("bounds")?.split(",").map(Number)),
    minZoom: zooms?.min ?? 0,
    maxZoom: zooms?.max ?? 0,
    async tile({ z, x, y }) {
      const row = byAddress.get(z, x, 2 ** z - 1 - y)
      return row && zipped(row.tile_data)
    },
    close: async () => database.close(),
  }
}

async function openPMTiles(path: string): Promise<StreetTiles> {
  const tiles = new PMTiles(fileSource(path))
  const header = await tiles.getHeader()
  if (header.tileType !== TileType.Mvt) throw new Error("its tiles are not vector tiles")
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header
  return {
    bounds: boundsOf([minLon, minLat, maxLon, maxLat]),
    minZoom,
    maxZoom,
    async tile({ z, x, y }) {
      const found = await tiles.getZxy(z, x, y)
      return found ? zipped(new Uint8Array(found.data)) : null
    },
    close: async () => {},
  }
}

/** Reads only the requested part of the file, which may be larger than the memory. */
const fileSource = (path: string): Source => ({
  getKey: () => path,
  getBytes: async (offset, length) => ({
    data: await Bun.file(path)
      .slice(offset, offset + length)
      .arrayBuffer(),
  }),
})

/** The file's bounds; the whole world if it has none. */
function boundsOf(given: number[] = []): StreetTiles["bounds"] {
  const [west = -180, south = -85, east = 180, north = 85] = given.every(Number.isFinite) ? given : []
  return [west, south, east, north]
}

/** Checks for gzip's first two bytes. */
const zipped = (bytes: Tile): Tile => (bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes : Bun.gzipSync(bytes))
