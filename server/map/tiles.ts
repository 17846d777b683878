import { GeoJSONVT } from "@maplibre/geojson-vt"
import { fromGeojsonVt } from "@maplibre/vt-pbf"
import type { TileAddress } from "./tile-address.ts"

/** A vector tile in the form in which it is sent and cached: compressed with gzip. */
export type Tile = Uint8Array<ArrayBuffer>

/** Vector tiles of one kind; null if there is nothing to show. */
export type Tiles = { tile(address: TileAddress): Promise<Tile | null> }

/** Features from which tiles are cut; the style refers to the layer by this name. */
export type TileLayer = { name: string; fromZoom: number; index: GeoJSONVT }

type Features = ConstructorParameters<typeof GeoJSONVT>[0]

/** The tile's coordinate range, as in the vector tile specification and geojson-vt. */
const EXTENT = 4096

export function tileLayer(name: string, fromZoom: number, maxZoom: number, features: Features): TileLayer {
  // A margin of 1/64, so that neither lines nor names are cut off where two tiles meet.
  const index = new GeoJSONVT(features, {
    maxZoom,
    indexMaxZoom: 0,
    extent: EXTENT,
    buffer: 64,
    tolerance: 3,
  })
  return { name, fromZoom, index }
}

/** A tile with these layers' features; null if it has none. */
export function tileOf(layers: readonly TileLayer[], { z, x, y }: TileAddress): Tile | null {
  const shown = layers.flatMap(({ name, fromZoom, index }) => {
    const tile = z >= fromZoom ? index.getTile(z, x, y) : null
    return tile && tile.features.length > 0 ? [[name, tile] as const] : []
  })
  if (shown.length === 0) return null
  return Bun.gzipSync(fromGeojsonVt(Object.fromEntries(shown), { version: 2, extent: EXTENT }) as Tile)
}
