import { PARTS, type PartEntry, type PartName } from "../parts/parts.ts"
import { writeDocument } from "../report/document.ts"
import type { Part } from "../report/figure.ts"
import { keepResults, lastKept, newResults } from "../report/results.ts"
import { table } from "../report/table.ts"
import { openWorld } from "../world/open-world.ts"

type Options = { quick: boolean; file: string | undefined; scale: number; keep: boolean }

/** Measures all parts, or the named ones, and returns the exit code. */
export async function measure(wanted: readonly string[], options: Options): Promise<number> {
  const unknown = wanted.filter((name) => !(name in PARTS))
  if (unknown.length > 0) {
    console.error(
      `There is no part called ${unknown.join(" or ")}. There are: ${Object.keys(PARTS).join(", ")}.`,
    )
    return 1
  }
  const names = Object.keys(PARTS).filter((name) =>
    wanted.length > 0 ? wanted.includes(name) : PARTS[name as PartName].always,
  ) as PartName[]
  const opened = performance.now()
  const { parts, problem } = await measureParts(names, { ...options, isAlone: wanted.length > 0 })
  const results = newResults(parts, { quick: options.quick, seed: options.file ? "usda" : "generated" })
  console.log(`\n${table(parts, lastKept())}\n`)
  const { cpu, cores, loadAverage } = results.machine
  console.log(`${cores} cores (${cpu}), load average ${loadAverage}, ${secondsSince(opened)} s in all.`)
  for (const note of parts.flatMap(({ notes = [] }) => notes)) console.log(note)
  const failures = parts.flatMap(({ failures: list = [] }) => list)
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  if (problem) console.error(problem)
  console.log(`Written: ${keepResults(results, options.keep && options.scale === 1)}`)
  if (options.keep) console.log(`Written: ${writeDocument()}`)
  return problem || failures.length > 0 ? 1 : 0
}

/** Measures the parts one at a time in one world. A part that throws ends the run; the results so far are returned. */
export async function measureParts(
  names: readonly PartName[],
  { quick, file, scale, isAlone }: Omit<Options, "keep"> & { isAlone: boolean },
): Promise<{ parts: Part[]; problem?: unknown }> {
  const opened = performance.now()
  console.log(`Filling a database with ${file ? `the markets of ${file}` : "made-up markets"} …`)
  const world = await openWorld({ file, scale, countsStatements: names.includes("costs") })
  console.log(`… ${secondsSince(opened)} s`)
  const parts: Part[] = []
  try {
    for (const name of names) {
      const started = performance.now()
      const { measure }: PartEntry = PARTS[name]
      parts.push(await measure(world, { quick, file, isAlone }))
      console.log(`Measured ${name} in ${secondsSince(started)} s`)
    }
    return { parts }
  } catch (problem) {
    return { parts, problem }
  } finally {
    await world.close()
  }
}

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000)
