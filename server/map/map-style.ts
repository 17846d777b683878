import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl"
import { MAP_COLORS, type MapColors, type MapTheme } from "./map-colors.ts"
import { FONT } from "./map-fonts.ts"
import type { MapStreets } from "./map-streets.ts"
import { CITY_SIZES, NAMES_MAX_ZOOM, OUTLINES_MAX_ZOOM, ZIPS_FROM_ZOOM } from "./map-zooms.ts"
import { streetLayers } from "./street-layers.ts"
import type { StreetTiles } from "./street-tiles.ts"

const OSM = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'
const OPENMAPTILES = '<a href="https://openmaptiles.org/">© OpenMapTiles</a>'
const CENSUS = "Outlines: US Census"

/**
 * The map's style for MapLibre: our own outlines and names everywhere, and our file's streets where it covers them. The
 * browser tries the style that `metadata` names, and falls back to this one if it does not load.
 */
export function mapStyle(theme: MapTheme, { tiles, styles }: MapStreets): StyleSpecification {
  const colors = MAP_COLORS[theme]
  return {
    version: 8,
    metadata: { "pushcart:streets": styles?.[theme] ?? null },
    sources: {
      outlines: { ...vector("outlines"), maxzoom: OUTLINES_MAX_ZOOM, attribution: CENSUS },
      names: { ...vector("names"), minzoom: CITY_SIZES[0].fromZoom, maxzoom: NAMES_MAX_ZOOM },
      ...(tiles ? { streets: streetSource(tiles) } : {}),
    },
    layers: [...outlineLayers(colors), ...(tiles ? streetLayers(colors) : []), ...nameLayers(colors)],
  }
}

const vector = (kind: string) => ({ type: "vector" as const, tiles: [`/map/${kind}/{z}/{x}/{y}`] })

const streetSource = ({ bounds, minZoom, maxZoom }: StreetTiles) => ({
  ...vector("streets"),
  bounds,
  minzoom: minZoom,
  maxzoom: maxZoom,
  attribution: `${OSM} ${OPENMAPTILES}`,
})

/**
 * Fades from one value to another while zooming in. The outlines are those of a wall map: at street level their coast
 * runs through houses, and a courier at the harbor would appear to be in the water.
 */
const fromAfar = <T extends string | number>(far: T, near: T): ExpressionSpecification => [
  "interpolate",
  ["linear"],
  ["zoom"],
  11.5,
  far,
  13,
  near,
]

const outlineLayers = ({ water, land, border, county }: MapColors): LayerSpecification[] => [
  { id: "water", type: "background", paint: { "background-color": fromAfar(water, land) } },
  {
    id: "land",
    type: "fill",
    source: "outlines",
    "source-layer": "states",
    paint: { "fill-color": land },
  },
  {
    id: "counties",
    type: "line",
    source: "outlines",
    "source-layer": "counties",
    paint: { "line-color": county, "line-width": 1, "line-opacity": fromAfar(1, 0) },
  },
  {
    id: "borders",
    type: "line",
    source: "outlines",
    "source-layer": "states",
    paint: { "line-color": border, "line-width": 1.2, "line-opacity": fromAfar(1, 0) },
  },
]

function nameLayers(colors: MapColors): LayerSpecification[] {
  const cities = CITY_SIZES.map(({ layer, fromZoom }, index) =>
    label(colors, {
      id: layer,
      source: "names",
      minzoom: fromZoom,
      layout: {
        "text-field": ["get", "name"],
        "text-font": FONT,
        "text-size": ["interpolate", ["linear"], ["zoom"], fromZoom, 12, fromZoom + 5, 17 - 2 * index],
        "symbol-sort-key": ["-", ["get", "zips"]],
      },
    }),
  )
  return [
    label(colors, {
      id: "zips",
      source: "names",
      minzoom: ZIPS_FROM_ZOOM + 0.5,
      layout: { "text-field": ["get", "zip"], "text-font": FONT, "text-size": 11, "text-padding": 8 },
      color: colors.zip,
    }),
    ...cities.reverse(),
    label(colors, {
      id: "state-names",
      source: "outlines",
      minzoom: 2,
      maxzoom: 8,
      layout: {
        "text-field": ["upcase", ["get", "name"]],
        "text-font": FONT,
        "text-size": 11,
        "text-letter-spacing": 0.15,
        "text-max-width": 7,
      },
      color: colors.softName,
    }),
  ]
}

type Label = Pick<SymbolLayerSpecification, "id" | "layout" | "minzoom" | "maxzoom"> & {
  source: "names" | "outlines"
  color?: string
}

/** Where two names overlap, the layer that is drawn last wins. */
const label = (colors: MapColors, { source, color = colors.name, ...layer }: Label): LayerSpecification => ({
  ...layer,
  type: "symbol",
  source,
  "source-layer": layer.id,
  paint: { "text-color": color, "text-halo-color": colors.halo, "text-halo-width": 1.4 },
})
