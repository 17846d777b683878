import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Part } from "./figure.ts"
import type { Growth } from "./growth.ts"

const FOLDER = fileURLToPath(new URL("../results", import.meta.url))

/** The newest run, saved or not. Git ignores it. */
const LATEST = "latest"
/** Growth has its own file, because it takes half an hour and is never compared with other runs. */
const GROWTH = join(FOLDER, "growth.json")

export type Results = {
  at: string
  machine: { cpu: string; cores: number; memoryGb: number; loadAverage: number; bun: string }
  quick: boolean
  seed: string
  parts: Part[]
}

export function newResults(parts: Part[], facts: { quick: boolean; seed: string }): Results {
  return {
    at: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      bun: Bun.version,
    },
    ...facts,
    parts,
  }
}

/** Writes a run to a file and returns its path. Only saved runs are compared with later ones. */
export function keepResults(results: Results, isKept: boolean): string {
  mkdirSync(FOLDER, { recursive: true })
  const name = isKept ? results.at.slice(0, 19).replaceAll(":", "-") : LATEST
  const file = join(FOLDER, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}

/** Returns the newest saved run for each part, because a run may have measured only some parts. */
export function lastKept(): Map<string, { at: string; part: Part; quick: boolean; loadAverage: number }> {
  const kept = new Map<string, { at: string; part: Part; quick: boolean; loadAverage: number }>()
  for (const file of filesOldestFirst()) {
    const { at, quick, machine, parts } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Results
    for (const part of parts) kept.set(part.part, { at, part, quick, loadAverage: machine.loadAverage })
  }
  return kept
}

function filesOldestFirst(): string[] {
  try {
    return readdirSync(FOLDER)
      .filter((file) => file.endsWith(".json") && /^\d/.test(file))
      .sort()
  } catch {
    return []
  }
}

export function keepGrowth(growth: Growth): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(GROWTH, `${JSON.stringify(growth, null, 2)}\n`)
}

export function lastGrowth(): Growth | undefined {
  return existsSync(GROWTH) ? (JSON.parse(readFileSync(GROWTH, "utf8")) as Growth) : undefined
}
