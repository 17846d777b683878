import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec"
import { describe, expect, it } from "vitest"
import { readTile } from "#tests/support/map-tiles.ts"
import { mapStyle } from "./map-style.ts"
import { openNames } from "./name-tiles.ts"
import { openOutlines } from "./outline-tiles.ts"

/** The tile at a zoom level that contains a point. */
function tileAt(z: number, lng: number, lat: number) {
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180))
  return { z, x: Math.floor(((lng + 180) / 360) * 2 ** z), y: Math.floor(((1 - y / Math.PI) / 2) * 2 ** z) }
}

describe("the base map of our own data", { tags: ["MAP-11"] }, () => {
  it("has the states with their names from afar, their counties nearer, and nothing on the open sea", async () => {
    const outlines = await openOutlines()
    const country = readTile((await outlines.tile({ z: 2, x: 0, y: 1 }))!)
    expect(country.states?.map(({ name }) => name)).toEqual(expect.arrayContaining(["Kansas", "California"]))
    expect(country["state-names"]?.filter(({ name }) => name === "Kansas")).toHaveLength(1)
    expect(country.counties).toBeUndefined()
    const maryland = readTile((await outlines.tile(tileAt(8, -76.6, 39.29)))!)
    expect(maryland.counties?.length).toBeGreaterThan(0)
    expect(await outlines.tile(tileAt(8, -40, 35))).toBeNull()
    expect(await outlines.tile(tileAt(9, -76.6, 39.29))).toBeNull()
  })

  it("names large cities from afar, small ones and zips only nearby", async () => {
    const at = { lat: 39.29, lng: -76.61 }
    const names = openNames({
      cities: [
        { ...at, name: "Baltimore", zipCount: 48 },
        { ...at, name: "Halethorpe", zipCount: 1 },
      ],
      zips: [{ ...at, zip: "21201" }],
    })
    expect(await names.tile(tileAt(2, at.lng, at.lat))).toBeNull()
    expect(readTile((await names.tile(tileAt(4, at.lng, at.lat)))!)).toEqual({
      cities: [{ name: "Baltimore", zips: 48 }],
    })
    expect(readTile((await names.tile(tileAt(10, at.lng, at.lat)))!)).toEqual({
      cities: [{ name: "Baltimore", zips: 48 }],
      villages: [{ name: "Halethorpe", zips: 1 }],
      zips: [{ zip: "21201" }],
    })
  })

  it("is a style as MapLibre's specification has it, by day and by night, with streets and without", () => {
    const tiles = { bounds: [-77, 39, -76, 40], minZoom: 9, maxZoom: 14 } as const
    for (const theme of ["light", "dark"] as const)
      for (const streets of [
        { styles: null, tiles: null },
        {
          styles: null,
          tiles: { ...tiles, bounds: [...tiles.bounds], tile: async () => null, close: async () => {} },
        },
      ] as Parameters<typeof mapStyle>[1][])
        expect(validateStyleMin(mapStyle(theme, streets)).map(({ message }) => message)).toEqual([])
  })

  it("credits OpenStreetMap where it has streets of a file, and the Census for the outlines", () => {
    const style = mapStyle("light", {
      styles: null,
      tiles: {
        bounds: [-77, 39, -76, 40],
        minZoom: 9,
        maxZoom: 14,
        tile: async () => null,
        close: async () => {},
      },
    })
    expect(JSON.stringify(style.sources.streets)).toContain("© OpenStreetMap contributors")
    expect(JSON.stringify(style.sources.outlines)).toContain("US Census")
  })
})
