import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

type Run = { readonly mode: "serial" | "concurrent"; readonly seed: number; readonly steps: number }

const FOLDER = join(import.meta.dirname, "..", ".artifacts")
const FILE = join(FOLDER, "simulation.json")

/** Returns the result of a run of this commit that succeeded, or null, so that an interrupted series can resume. */
export function finished(run: Run): string | null {
  return read()[nameOf(run)] ?? null
}

export function note(run: Run, result: string): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(FILE, JSON.stringify({ ...read(), [nameOf(run)]: result }, null, 2))
}

const read = (): Record<string, string> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, string>) : {}

const nameOf = ({ mode, seed, steps }: Run) => `${commit()} ${mode} ${seed} ${steps}`

const commit = (): string =>
  spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: FOLDER, encoding: "utf8" }).stdout.trim() ||
  "unknown"
