import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "pushcart-map-command-"))
const extract = join(folder, "town.osm.pbf")
writeFileSync(extract, "An extract.")

function runMap(path: string, ...args: string[]) {
  const done = spawnSync(process.execPath, ["server/cli/map.ts", ...args], {
    encoding: "utf8",
    env: { ...process.env, PATH: path },
  })
  return { status: done.status, said: done.stdout + done.stderr }
}

it("says in a sentence how it is used, and what has to be installed", { tags: ["MAP-13"] }, () => {
  expect(runMap("/nowhere", "missing.osm.pbf")).toMatchObject({
    status: 1,
    said: expect.stringContaining("Usage:"),
  })
  const { status, said } = runMap("/nowhere", extract)
  expect(status).toBe(1)
  expect(said).toMatch(/^tilemaker is not installed: install it with “apt-get install tilemaker”/)
})

it("has tilemaker make the file without the layers that need shapefiles, and puts it beside the extract", {
  tags: ["MAP-13"],
}, () => {
  const layers = { water: {}, ocean: { source: "coastline/water_polygons.shp" } }
  writeFileSync(
    join(folder, "config-openmaptiles.json"),
    JSON.stringify({ layers, settings: { maxzoom: 14 } }),
  )
  // A fake tilemaker that writes down the settings it gets.
  const script = '#!/bin/sh\n[ "$1" = --help ] || /bin/cp "$6" "$4"\n'
  writeFileSync(join(folder, "tilemaker"), script, { mode: 0o755 })
  const { status, said } = runMap(folder, extract, "--settings", folder)
  expect([status, said]).toEqual([0, expect.stringContaining(`MAP_TILES=${folder}/town.mbtiles npm start`)])
  const config = JSON.parse(readFileSync(join(folder, "town.mbtiles"), "utf8"))
  expect(config).toEqual({ layers: { water: {} }, settings: { maxzoom: 14 } })
})
