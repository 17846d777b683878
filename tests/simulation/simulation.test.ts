import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, inject, it } from "vitest"

const ROOT = join(import.meta.dirname, "..", "..")

/** Runs in a separate process, because the simulation sets the clock of the whole process. */
function simulate(...args: string[]): string {
  const run = spawnSync(
    join(ROOT, "node_modules", ".bin", "bun"),
    [join(ROOT, "tests", "simulation", "run.ts"), ...args],
    { cwd: ROOT, encoding: "utf8", env: { ...process.env, SIMULATION_POSTGRES: inject("testPostgres") } },
  )
  return run.stdout + run.stderr
}

it.each([1, 2, 3])(
  "nothing breaks in 300 steps of seed %i",
  { tags: ["OPS-25"], timeout: 120_000 },
  (seed) => {
    expect(simulate("--seed", String(seed), "--steps", "300")).toContain("1 runs of 300 steps, 0 failed")
  },
)

it("plays the same seed the same way twice", { tags: ["OPS-25"], timeout: 120_000 }, () => {
  const journal = () => /journal \w{16}/.exec(simulate("--seed", "4", "--steps", "150"))?.[0]
  const first = journal()
  expect(first).toBeDefined()
  expect(journal()).toBe(first)
})
