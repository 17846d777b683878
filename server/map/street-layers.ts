import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from "maplibre-gl"
import type { MapColors } from "./map-colors.ts"
import { FONT } from "./map-fonts.ts"

/** Streets, parks, water and houses from tiles in OpenMapTiles' schema, which tilemaker writes. */
export function streetLayers(colors: MapColors): LayerSpecification[] {
  return [
    area("streets-green", "landcover", colors.park, ["in", ["get", "class"], ["literal", ["wood", "grass"]]]),
    area("streets-parks", "park", colors.park),
    area("streets-water", "water", colors.water),
    {
      ...from("streets-rivers", "waterway"),
      type: "line",
      paint: { "line-color": colors.water, "line-width": byZoom(10, 1, 16, 5) },
    },
    area("streets-houses", "building", colors.building),
    {
      ...from("streets-rails", "transportation"),
      type: "line",
      filter: ["==", ["get", "class"], "rail"],
      paint: { "line-color": colors.rail, "line-width": 1, "line-dasharray": [4, 2] },
    },
    {
      ...from("streets-paths", "transportation"),
      type: "line",
      minzoom: 14,
      filter: ["in", ["get", "class"], ["literal", ["path", "track"]]],
      paint: { "line-color": colors.roadEdge, "line-width": 1.2, "line-dasharray": [2, 1.5] },
    },
    road("streets-small-edges", SMALL, colors.roadEdge, byZoom(12, 1.2, 18, 22)),
    road("streets-main-edges", MAIN, colors.roadEdge, byZoom(8, 1.4, 18, 32)),
    road("streets-small", SMALL, colors.road, byZoom(12, 0.6, 18, 19)),
    road("streets-main", MAIN, colors.mainRoad, byZoom(8, 0.8, 18, 28)),
    {
      ...from("streets-names", "transportation_name"),
      type: "symbol",
      minzoom: 13,
      layout: {
        "symbol-placement": "line",
        "text-field": ["get", "name:latin"],
        "text-font": FONT,
        "text-size": byZoom(13, 10.5, 18, 15),
      },
      paint: { "text-color": colors.softName, "text-halo-color": colors.halo, "text-halo-width": 1.4 },
    },
    {
      ...from("streets-water-names", "water_name"),
      type: "symbol",
      layout: { "text-field": ["get", "name:latin"], "text-font": FONT, "text-size": 12 },
      paint: { "text-color": colors.waterName, "text-halo-color": colors.halo, "text-halo-width": 1 },
    },
    {
      ...from("streets-places", "place"),
      type: "symbol",
      // City names come from the zip table, as they do outside of the file's area.
      filter: ["in", ["get", "class"], ["literal", ["suburb", "quarter", "neighbourhood", "hamlet"]]],
      layout: {
        "text-field": ["get", "name:latin"],
        "text-font": FONT,
        "text-size": 12,
        "text-max-width": 7,
      },
      paint: { "text-color": colors.name, "text-halo-color": colors.halo, "text-halo-width": 1.6 },
    },
  ]
}

/** The classes of OpenMapTiles' schema, by how wide their streets are drawn. */
const SMALL = ["tertiary", "minor", "service"]
const MAIN = ["motorway", "trunk", "primary", "secondary"]

const from = (id: string, layer: string) => ({ id, source: "streets", "source-layer": layer })

const area = (
  id: string,
  layer: string,
  color: string,
  filter?: FilterSpecification,
): LayerSpecification => ({
  ...from(id, layer),
  type: "fill",
  paint: { "fill-color": color },
  ...(filter ? { filter } : {}),
})

const road = (
  id: string,
  classes: string[],
  color: string,
  width: ExpressionSpecification,
): LayerSpecification => ({
  ...from(id, "transportation"),
  type: "line",
  filter: ["in", ["get", "class"], ["literal", classes]],
  layout: { "line-cap": "round", "line-join": "round" },
  paint: { "line-color": color, "line-width": width },
})

/** Doubles with each zoom, like the map itself. */
const byZoom = (
  zoom: number,
  size: number,
  otherZoom: number,
  otherSize: number,
): ExpressionSpecification => [
  "interpolate",
  ["exponential", 1.6],
  ["zoom"],
  zoom,
  size,
  otherZoom,
  otherSize,
]
