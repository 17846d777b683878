import { createRequire } from "node:module"
import { feature, mesh } from "topojson-client"
import { labelPosition } from "./label-position.ts"
import { OUTLINES_MAX_ZOOM } from "./map-zooms.ts"
import { type Tile, type Tiles, tileLayer, tileOf } from "./tiles.ts"

/** The type of us-atlas's file. */
type Topology = Parameters<typeof mesh>[0]
type Areas = Extract<Parameters<typeof mesh>[1], { type: "GeometryCollection" }>
type Atlas = Topology & { objects: { counties: Areas; states: Areas } }

/**
 * The states as areas and lines, the counties as lines, and the states' names, each in the middle of its largest part.
 * From us-atlas, which has the outlines of the US Census Bureau. Takes 150 ms to read; only a few hundred tiles are not
 * empty, and each is generated once.
 */
export async function openOutlines(): Promise<Tiles> {
  const atlas = (await Bun.file(
    createRequire(Bun.main).resolve("us-atlas/counties-10m.json"),
  ).json()) as Atlas
  const { states, counties } = atlas.objects
  const borders = mesh(
    atlas,
    counties,
    (one, other) => one !== other && stateOf(one.id) === stateOf(other.id),
  )
  const areas = feature(atlas, states)
  const names = areas.features.map(({ geometry, properties }) => nameAt(labelPosition(geometry), properties))
  const layers = [
    tileLayer("states", 0, OUTLINES_MAX_ZOOM, areas),
    tileLayer("counties", 5, OUTLINES_MAX_ZOOM, { type: "Feature", properties: {}, geometry: borders }),
    tileLayer("state-names", 2, OUTLINES_MAX_ZOOM, { type: "FeatureCollection", features: names }),
  ]
  const made = new Map<string, Tile>()
  return {
    async tile(address) {
      if (address.z > OUTLINES_MAX_ZOOM) return null
      const key = `${address.z}/${address.x}/${address.y}`
      const tile = made.get(key) ?? tileOf(layers, address)
      if (tile) made.set(key, tile)
      return tile
    },
  }
}

/** The first two digits of a county's number are its state's. */
const stateOf = (id: string | number | undefined) => String(id).slice(0, 2)

const nameAt = (
  coordinates: GeoJSON.Position,
  properties: GeoJSON.GeoJsonProperties,
): GeoJSON.Feature<GeoJSON.Point> => ({
  type: "Feature",
  properties: { name: properties?.name },
  geometry: { type: "Point", coordinates },
})
