import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

/** Installs a package once into the cache folder and returns its path. For packages too large for every install. */
export function installOnDemand(name: string, version: string): string {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "pushcart")
  const folder = join(cache, `${name}-${version}`)
  const place = join(folder, "node_modules", name)
  if (existsSync(join(place, "package.json")) && existsSync(join(folder, ".installed"))) return place
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  console.log(`Installing ${name} ${version} into ${folder} …`)
  const args = ["install", "--no-audit", "--no-fund", "--save-exact", `${name}@${version}`]
  const done = spawnSync("npm", args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" })
  if (done.status !== 0) throw new Error(`${name} could not be installed.\n${done.stderr || done.stdout}`)
  writeFileSync(join(folder, ".installed"), version)
  return place
}
