import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { anMBTiles, aPMTiles, readTile, STREET_BOUNDS, STREET_TILE } from "#tests/support/map-tiles.ts"
import { openMapStreets, streetsOf } from "./map-streets.ts"
import { openStreetTiles } from "./street-tiles.ts"
import { tileAddress } from "./tile-address.ts"

describe("a file of streets", { tags: ["MAP-12"] }, () => {
  it.each([
    ["MBTiles", anMBTiles],
    ["PMTiles", aPMTiles],
  ])("as %s gives its tiles, nothing beside them, and says what it has", async (_, make) => {
    const streets = await openStreetTiles(make())
    const tile = await streets.tile(STREET_TILE)
    expect(readTile(tile!).transportation_name).toEqual([
      { class: "primary", "name:latin": "Eastern Avenue" },
    ])
    expect(await streets.tile({ ...STREET_TILE, y: STREET_TILE.y + 1 })).toBeNull()
    expect(await streets.tile({ z: 0, x: 0, y: 0 })).toBeNull()
    expect([streets.minZoom, streets.maxZoom]).toEqual([12, 12])
    streets.bounds.forEach((degrees, at) => void expect(degrees).toBeCloseTo(STREET_BOUNDS[at]!, 5))
    await streets.close()
  })

  it("that is missing, or something else, ends the start in words that name it", async () => {
    const broken = join(anMBTiles(), "..", "broken.pmtiles")
    writeFileSync(broken, "no tiles at all, but long enough to be a header".repeat(9))
    for (const file of ["/nowhere/streets.mbtiles", "/nowhere/streets.pmtiles", broken])
      await expect(openMapStreets({ MAP_TILES: file, MAP_TILES_DARK: undefined })).rejects.toThrow(
        `MAP_TILES names ${file}, which cannot be read`,
      )
  })
})

describe("MAP_TILES", { tags: ["MAP-12"] }, () => {
  it("tells styles, files and off apart, and knows OpenFreeMap's dark style", () => {
    const bright = "https://tiles.openfreemap.org/styles/bright"
    expect(streetsOf({ MAP_TILES: bright, MAP_TILES_DARK: undefined })).toEqual({
      styles: { light: bright, dark: "https://tiles.openfreemap.org/styles/dark" },
      file: null,
    })
    const own = "https://maps.example/style.json"
    expect(streetsOf({ MAP_TILES: own, MAP_TILES_DARK: undefined }).styles).toEqual({ light: own, dark: own })
    expect(streetsOf({ MAP_TILES: own, MAP_TILES_DARK: `${own}?dark` }).styles?.dark).toBe(`${own}?dark`)
    expect(streetsOf({ MAP_TILES: "/maps/md.mbtiles", MAP_TILES_DARK: undefined })).toEqual({
      styles: null,
      file: "/maps/md.mbtiles",
    })
    expect(streetsOf({ MAP_TILES: "off", MAP_TILES_DARK: undefined })).toEqual({ styles: null, file: null })
  })
})

it("takes three whole numbers within the world for a tile, and nothing else", { tags: ["MAP-12"] }, () => {
  expect(tileAddress({ z: "12", x: "4095", y: "0" })).toEqual({ z: 12, x: 4095, y: 0 })
  for (const [z, x, y] of [
    ["12", "4096", "0"],
    ["0", "0", "1"],
    ["23", "0", "0"],
    ["1", "-1", "0"],
    ["1", "1.0", "0"],
    ["1", "0x1", "0"],
    ["1", "", "0"],
    ["1", "..", "0"],
    ["1", "1e0", "0"],
  ] as const)
    expect(tileAddress({ z, x, y }), `${z}/${x}/${y}`).toBeNull()
})
