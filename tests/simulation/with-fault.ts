import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyTree } from "#tests/planted/copy-tree.ts"
import { plantFault } from "#tests/planted/plant-fault.ts"
import { nameOf } from "#tests/planted/planted-fault.ts"
import { PLANTED_FAULTS } from "#tests/planted-faults.ts"

const ROOT = join(import.meta.dirname, "..", "..")

/**
 * Runs the simulation on a copy of the code with the planted fault whose name contains `words`. Returns whether the
 * simulation found it. Throws when no fault, or more than one, has such a name.
 */
export async function findsFault(words: string, args: readonly string[], postgres: string): Promise<boolean> {
  const faults = PLANTED_FAULTS.filter((fault) => nameOf(fault).includes(words))
  const [fault] = faults
  if (!fault || faults.length > 1)
    throw new Error(
      `${faults.length} planted faults are called so: ${faults.map(nameOf).join("; ") || words}`,
    )
  const copy = mkdtempSync(join(tmpdir(), "pushcart-simulation-"))
  try {
    copyTree(ROOT, copy)
    const path = join(copy, fault.file)
    writeFileSync(path, plantFault(readFileSync(path, "utf8"), fault))
    console.log(`With the fault "${nameOf(fault)}":`)
    const run = spawn(process.execPath, [join(copy, "tests", "simulation", "run.ts"), ...args], {
      cwd: copy,
      stdio: "inherit",
      env: { ...process.env, SIMULATION_POSTGRES: postgres },
    })
    const code = await new Promise((resolve) => run.on("exit", resolve))
    return code !== 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
