import { GeoJSONVT } from "@maplibre/geojson-vt"
import { fromGeojsonVt } from "@maplibre/vt-pbf"
import type { TileAddress } from "./tile-address.ts"

/** A vector tile as it is sent and kept: compressed with gzip. */
export type Tile = Uint8Array<ArrayBuffer>

/** Vector tiles of one kind; null where there is nothing to show. */
export type Tiles = { tile(address: TileAddress): Promise<Tile | null> }

/** Some features of a tile, cut to it: a layer of the style draws them by this name. */
export type TileLayer = { name: string; fromZoom: number; index: GeoJSONVT }

type Features = ConstructorParameters<typeof GeoJSONVT>[0]

/** Coordinates within a tile, as the vector tile specification and geojson-vt have them. */
const EXTENT = 4096

export function tileLayer(name: string, fromZoom: number, maxZoom: number, features: Features): TileLayer {
  // A margin of a 64th part, so that neither lines nor names are cut where two tiles meet.
  const index = new GeoJSONVT(features, {
    maxZoom,
    indexMaxZoom: 0,
    extent: EXTENT,
    buffer: 64,
    tolerance: 3,
  })
  return { name, fromZoom, index }
}

/** What these layers show of a tile, and null where that is nothing. */
export function tileOf(layers: readonly TileLayer[], { z, x, y }: TileAddress): Tile | null {
  const shown = layers.flatMap(({ name, fromZoom, index }) => {
    const tile = z >= fromZoom ? index.getTile(z, x, y) : null
    return tile && tile.features.length > 0 ? [[name, tile] as const] : []
  })
  if (shown.length === 0) return null
  return Bun.gzipSync(fromGeojsonVt(Object.fromEntries(shown), { version: 2, extent: EXTENT }) as Tile)
}
