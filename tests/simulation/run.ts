import { parseArgs } from "node:util"
import { testPostgresUrl } from "#tests/support/start-postgres.ts"
import { finished, note } from "./finished-runs.ts"
import { shortestPrefix } from "./shortest-prefix.ts"
import { type Report, simulate } from "./simulate.ts"
import { findsFault } from "./with-fault.ts"

const USAGE = `npm run simulate -- [--seed 7 | --seeds 1-10] [--steps 20000] [--concurrent] [--resume] [--verbose] [--fault WORDS]`

/** npm run simulate. docs/simulation.md explains its output. */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--parent-pipe"),
  options: {
    seed: { type: "string", default: "7" },
    seeds: { type: "string" },
    steps: { type: "string", default: "20000" },
    concurrent: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    /** Stops at the first failure. */
    stop: { type: "boolean", default: false },
    /** Words of a planted fault's name. The simulation must find the fault. */
    fault: { type: "string" },
  },
})
const steps = Number(values.steps)
const seeds = seedsOf(values.seeds ?? values.seed)
if (!Number.isInteger(steps) || steps < 1 || seeds.length === 0) {
  console.error(`This needs whole numbers. ${USAGE}`)
  process.exit(1)
}
const isConcurrent = values.concurrent
const postgres = process.env.SIMULATION_POSTGRES ?? (await testPostgresUrl())
if (values.fault) {
  const args = ["--seeds", values.seeds ?? values.seed, "--steps", values.steps, "--stop"]
  const isFound = await findsFault(values.fault, isConcurrent ? [...args, "--concurrent"] : args, postgres)
  console.log(isFound ? "found" : "NOT FOUND")
  process.exit(isFound ? 0 : 1)
}
let failures = 0
let done = 0
for (const seed of seeds) {
  const run = { seed, steps, mode: isConcurrent ? "concurrent" : "serial" } as const
  const before = values.resume ? finished(run) : null
  if (before) {
    console.log(`seed ${seed}: ${steps} steps were done before, ${before}`)
    continue
  }
  const settings = { seed, steps, postgres, isConcurrent }
  const begun = performance.now()
  done += 1
  const report = await simulate({ ...settings, ...(values.verbose ? { show: console.log } : {}) })
  const seconds = (performance.now() - begun) / 1000
  if (report.failure) {
    failures += 1
    await tellFailure(settings, report)
    if (values.stop) break
  } else {
    const result = isConcurrent ? "no failure" : `journal ${report.digest}`
    note(run, result)
    console.log(
      `seed ${seed}: ${report.steps} steps in ${seconds.toFixed(0)} s (${(report.steps / seconds).toFixed(0)} a second), ${result}`,
    )
  }
}
console.log(`${values.stop ? done : seeds.length} runs of ${steps} steps, ${failures} failed`)
process.exit(failures === 0 ? 0 : 1)

async function tellFailure(settings: Parameters<typeof simulate>[0], report: Report): Promise<void> {
  console.error(`\nseed ${settings.seed} FAILED at step ${report.failure?.step}:\n${report.failure?.message}`)
  if (settings.isConcurrent || !report.failure) return console.error(lastOf(report, 40))
  const shortest = await shortestPrefix(settings, report.failure, (count, fails) =>
    console.error(`  ${count} steps: ${fails ? "fails" : "passes"}`),
  )
  console.error(`It takes ${shortest.failure?.step} steps:\n${shortest.failure?.message}`)
  console.error(
    `${lastOf(shortest, 15)}\nAgain: npm run simulate -- --seed ${settings.seed} --steps ${shortest.steps}`,
  )
}

function lastOf({ journal }: Report, count: number): string {
  return journal
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n")
}

function seedsOf(text: string): number[] {
  const [first = Number.NaN, last = first] = text.split("-").map(Number)
  if (!Number.isInteger(first) || !Number.isInteger(last)) return []
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
