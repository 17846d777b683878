import type { ExpressionSpecification, StyleSpecification } from "maplibre-gl"
import { feature } from "topojson-client"
import statesUrl from "us-atlas/states-10m.json?url"

const DAY = { water: "#dcecf5", land: "#fbf7ec", line: "#c9c4ac" }
const NIGHT = { water: "#16222b", land: "#1f2a22", line: "#3b473e" }

/**
 * One thing from afar, another from nearby. The outlines are those of a wall map: among streets their coast runs through
 * houses, and a courier at the harbour would stand on the water.
 */
const fromAfar = <T extends string | number>(far: T, near: T): ExpressionSpecification => [
  "interpolate",
  ["linear"],
  ["zoom"],
  8,
  far,
  10,
  near,
]

/** The states' outlines, from our own origin: what there is when no street map can be reached. */
export async function outlineStyle(dark: boolean): Promise<StyleSpecification> {
  const colours = dark ? NIGHT : DAY
  const topology = (await (await fetch(statesUrl)).json()) as Parameters<typeof feature>[0]
  const states = topology.objects.states
  if (!states) throw new Error("us-atlas has no states")
  return {
    version: 8,
    sources: { states: { type: "geojson", data: feature(topology, states) } },
    layers: [
      {
        id: "water",
        type: "background",
        paint: { "background-color": fromAfar(colours.water, colours.land) },
      },
      { id: "land", type: "fill", source: "states", paint: { "fill-color": colours.land } },
      {
        id: "borders",
        type: "line",
        source: "states",
        paint: { "line-color": colours.line, "line-width": 1.2, "line-opacity": fromAfar(1, 0) },
      },
    ],
  }
}

const STREETS_TIMEOUT_MS = 3000

/** OpenFreeMap's street style where the browser can reach it, else null. */
export async function streetStyle(dark: boolean): Promise<StyleSpecification | null> {
  try {
    const answer = await fetch(`https://tiles.openfreemap.org/styles/${dark ? "dark" : "bright"}`, {
      signal: AbortSignal.timeout(STREETS_TIMEOUT_MS),
    })
    return answer.ok ? ((await answer.json()) as StyleSpecification) : null
  } catch {
    return null
  }
}
