import { Database } from "bun:sqlite"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { VectorTile } from "@mapbox/vector-tile"
import { GeoJSONVT } from "@maplibre/geojson-vt"
import { fromGeojsonVt } from "@maplibre/vt-pbf"
import { PbfReader } from "pbf"
import { zxyToTileId } from "pmtiles"

/** A street through Baltimore and its name, in OpenMapTiles' schema. */
const STREET = {
  type: "Feature",
  properties: { class: "primary", "name:latin": "Eastern Avenue" },
  geometry: {
    type: "LineString",
    coordinates: [
      [-76.6, 39.285],
      [-76.54, 39.285],
    ],
  },
} satisfies GeoJSON.Feature
export const STREET_BOUNDS = [-76.61, 39.26, -76.53, 39.31] as const
/** The tile at zoom 12 that contains the street. */
export const STREET_TILE = { z: 12, x: 1176, y: 1561 }

function streetTile(): Uint8Array<ArrayBuffer> {
  const { z, x, y } = STREET_TILE
  const tile = new GeoJSONVT(STREET, { maxZoom: 14 }).getTile(z, x, y)
  if (!tile) throw new Error("The street is in no tile.")
  return fromGeojsonVt(
    { transportation: tile, transportation_name: tile },
    { version: 2, extent: 4096 },
  ) as Uint8Array<ArrayBuffer>
}

const newFile = (name: string) => join(mkdtempSync(join(tmpdir(), "pushcart-tiles-")), name)

/** Writes an MBTiles file with one street. */
export function anMBTiles(): string {
  const file = newFile("streets.mbtiles")
  const database = new Database(file, { create: true })
  database.run("create table metadata (name text, value text)")
  database.run("create table tiles (zoom_level int, tile_column int, tile_row int, tile_data blob)")
  const { z, x, y } = STREET_TILE
  for (const [name, value] of Object.entries({ format: "pbf", bounds: STREET_BOUNDS.join(",") }))
    database.run("insert into metadata values (?, ?)", [name, value])
  database.run("insert into tiles values (?, ?, ?, ?)", [z, x, 2 ** z - 1 - y, Bun.gzipSync(streetTile())])
  database.close()
  return file
}

/** Writes the tile as PMTiles, version 3: a header of 127 bytes, a directory of one entry, metadata, and the tile. */
export function aPMTiles(): string {
  const tile = streetTile()
  const directory = [
    1,
    zxyToTileId(STREET_TILE.z, STREET_TILE.x, STREET_TILE.y),
    1,
    tile.byteLength,
    1,
  ].flatMap(varint)
  const metadata = Buffer.from("{}")
  const [directoryAt, metadataAt] = [127, 127 + directory.length]
  const tilesAt = metadataAt + metadata.byteLength
  const header = Buffer.alloc(127)
  header.write("PMTiles")
  header[7] = 3
  const places = [
    directoryAt,
    directory.length,
    metadataAt,
    metadata.byteLength,
    0,
    0,
    tilesAt,
    tile.byteLength,
    1,
    1,
    1,
  ]
  places.forEach((value, at) => void header.writeBigUInt64LE(BigInt(value), 8 + at * 8))
  // Flags: clustered, no compression, vector tiles, a single zoom level.
  header.set([1, 1, 1, 1, STREET_TILE.z, STREET_TILE.z], 96)
  STREET_BOUNDS.forEach((degrees, at) => void header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4))
  const file = newFile("streets.pmtiles")
  writeFileSync(file, Buffer.concat([header, Buffer.from(directory), metadata, tile]))
  return file
}

function varint(value: number): number[] {
  const rest = Math.floor(value / 128)
  return rest > 0 ? [(value % 128) | 128, ...varint(rest)] : [value]
}

/** Returns a tile's contents: for each layer, the properties of its features. */
export function readTile(bytes: Uint8Array): Record<string, Record<string, unknown>[]> {
  const plain = bytes[0] === 0x1f ? Bun.gunzipSync(new Uint8Array(bytes)) : bytes
  const { layers } = new VectorTile(new PbfReader(plain))
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, at) => layer.feature(at).properties),
    ]),
  )
}
