/**
 * `npm run map -- extract.osm.pbf [--out streets.mbtiles]`: converts the streets of an OpenStreetMap extract to a file
 * for MAP_TILES. It runs tilemaker with the OpenMapTiles settings that it includes, but without the layers that need
 * coastlines of the whole world; Pushcart's own outlines are shown instead.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"

const CONFIG = "config-openmaptiles.json"
const PROCESS = "process-openmaptiles.lua"
/** Where tilemaker's packages and its own `make install` put the settings. */
const FOLDERS = [
  "/usr/share/doc/tilemaker/examples",
  "/usr/share/tilemaker/resources",
  "/usr/local/share/tilemaker/resources",
  "/opt/homebrew/share/tilemaker/resources",
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string" }, settings: { type: "string" } },
})
const extract = resolve(positionals[0] ?? "")
if (!positionals[0] || !existsSync(extract))
  fail("Usage: npm run map -- path/to/extract.osm.pbf [--out streets.mbtiles] [--settings folder]")
if (spawnSync("tilemaker", ["--help"]).error)
  fail(
    "tilemaker is not installed: install it with “apt-get install tilemaker” on Debian or Ubuntu, or from https://github.com/systemed/tilemaker, and run this again.",
  )
const folder = [values.settings ?? [], FOLDERS].flat().find((one) => existsSync(join(one, CONFIG)))
if (!folder)
  fail(
    `tilemaker's ${CONFIG} and ${PROCESS} are not where its packages put them: download both from https://github.com/systemed/tilemaker/tree/master/resources and add --settings with their folder.`,
  )

const out = resolve(
  values.out ?? join(dirname(extract), `${basename(extract).replace(/(\.osm)?\.pbf$/, "")}.mbtiles`),
)
console.log(`Making streets of ${basename(extract)} …`)
makeTiles(folder, out)
console.log(`They are in ${out}. Start the demo with them:`)
console.log(`  MODE=demo MAP_TILES=${out} npm start`)

/** Writes a temporary file and renames it at the end, so that an existing file is always complete. */
function makeTiles(settings: string, out: string): void {
  const work = mkdtempSync(join(tmpdir(), "pushcart-map-"))
  try {
    const config = join(work, "config.json")
    writeFileSync(config, JSON.stringify(withoutShapefiles(readFileSync(join(settings, CONFIG), "utf8"))))
    const making = out.replace(/(\.mbtiles)?$/, ".making.mbtiles")
    rmSync(making, { force: true })
    const args = ["--input", extract, "--output", making, "--config", config]
    const done = spawnSync("tilemaker", [...args, "--process", join(settings, PROCESS)], { encoding: "utf8" })
    if (done.status !== 0) fail(`The tiles could not be made.\n${(done.stderr || done.stdout).trim()}`)
    renameSync(making, out)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

type TilemakerConfig = { layers: Record<string, { source?: string }> }

function withoutShapefiles(text: string): TilemakerConfig {
  const config = JSON.parse(text) as TilemakerConfig
  const layers = Object.entries(config.layers).filter(([, { source }]) => source === undefined)
  return { ...config, layers: Object.fromEntries(layers) }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
