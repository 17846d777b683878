/**
 * `npm run roads -- extract.osm.pbf [--port 8002]`: turn-by-turn directions on this machine, without any key. It builds
 * Valhalla's tiles from an OpenStreetMap extract, once for each extract, and serves Valhalla's /route on 127.0.0.1, for
 * VALHALLA_URL. The routing engine is large (280 MB), so it is installed on first use, into the cache folder.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { basename, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { freePort } from "./ports.ts"
import { serveRoads, type ValhallaActor } from "./serve-roads.ts"

const PACKAGE = "@valhallajs/valhallajs"
const VERSION = "3.6.1"

type Valhalla = {
  Actor: { fromConfigFile(file: string): Promise<ValhallaActor> }
  getConfig(options: { tileDir: string; tileExtract: string }): Promise<unknown>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string" } },
})
const extract = resolve(positionals[0] ?? "")
if (!positionals[0] || !existsSync(extract)) {
  console.error("Usage: npm run roads -- path/to/extract.osm.pbf [--port 8002]")
  process.exit(1)
}

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "pushcart")
const engine = install(join(cache, `valhalla-${VERSION}`))
const valhalla = (await import(join(engine, "index.mjs"))) as Valhalla
const config = await buildTiles(await placeFor(extract))
const actor = await valhalla.Actor.fromConfigFile(config)
const { url } = serveRoads(actor, Number(values.port ?? (await freePort())))
console.log(`Roads of ${basename(extract)} are open. Start the demo with them:`)
console.log(`  MODE=demo VALHALLA_URL=${url} npm start`)

/** Installs the engine and returns its path. */
function install(folder: string): string {
  const place = join(folder, "node_modules", PACKAGE)
  if (existsSync(join(place, "index.mjs"))) return place
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  console.log(`Installing ${PACKAGE} ${VERSION} into ${folder} …`)
  const args = ["install", "--no-audit", "--no-fund", "--save-exact", `${PACKAGE}@${VERSION}`]
  run("npm", args, folder, "The routing engine could not be installed.")
  return place
}

/** The folder for one extract's tiles; another or a newer extract gets another folder. */
async function placeFor(file: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return join(cache, `roads-${hash.digest("hex").slice(0, 16)}`)
}

/**
 * Builds in a temporary folder and renames it at the end, so that an existing folder is complete. Returns the
 * configuration.
 */
async function buildTiles(folder: string): Promise<string> {
  const config = join(folder, "config.json")
  if (existsSync(config)) return config
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  console.log(`Building the tiles of ${basename(extract)} …`)
  const building = join(making, "config.json")
  await writeConfig(building, making)
  const cli = join(engine, "bin", "valhalla-cli.js")
  run("node", [cli, "build_tiles", "-c", building, extract], making, "The tiles could not be built.")
  await writeConfig(building, folder)
  renameSync(making, folder)
  return config
}

async function writeConfig(file: string, folder: string): Promise<void> {
  const options = { tileDir: join(folder, "tiles"), tileExtract: join(folder, "tiles.tar") }
  writeFileSync(file, JSON.stringify(await valhalla.getConfig(options)))
}

function run(command: string, args: string[], cwd: string, problem: string): void {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", shell: process.platform === "win32" })
  if (done.status === 0) return
  console.error(`${problem}\n${(done.stderr || done.stdout || String(done.error)).trim()}`)
  process.exit(1)
}
