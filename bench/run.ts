import { parseArgs } from "node:util"
import { PARTS, type PartEntry, type PartName } from "./parts/parts.ts"
import { writeDocument } from "./report/document.ts"
import type { Part } from "./report/figure.ts"
import { keepResults, lastKept, newResults } from "./report/results.ts"
import { table } from "./report/table.ts"
import { openWorld } from "./world/open-world.ts"

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    markets: { type: "string" },
    scale: { type: "string", default: "1" },
    "parent-pipe": { type: "boolean" },
  },
})
const file = values.markets ?? positionals.find((word) => word.endsWith(".csv"))
const wanted = positionals.filter((word) => word !== file)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(
    `There is no part called ${unknown.join(" or ")}. There are: ${Object.keys(PARTS).join(", ")}.`,
  )
  process.exit(1)
}
const names = Object.keys(PARTS).filter((name) =>
  wanted.length > 0 ? wanted.includes(name) : PARTS[name as PartName].always,
) as PartName[]

const scale = Number(values.scale)
const before = lastKept()
const opened = performance.now()
console.log(`Filling a database with ${file ? `the markets of ${file}` : "made-up markets"} …`)
const world = await openWorld({ file, scale })
const parts: Part[] = []
let problem: unknown
try {
  for (const name of names) {
    console.log(`Measuring ${name} …`)
    const { measure }: PartEntry = PARTS[name]
    parts.push(await measure(world, { quick: values.quick, file }))
  }
} catch (error) {
  problem = error
} finally {
  await world.close()
}
const results = newResults(parts, { quick: values.quick, seed: file ? "usda" : "generated" })
console.log(`\n${table(parts, before)}\n`)
const { cpu, cores, loadAverage } = results.machine
console.log(
  `${cores} cores (${cpu}), load average ${loadAverage}, ${Math.round((performance.now() - opened) / 1000)} s in all.`,
)
for (const note of parts.flatMap(({ notes = [] }) => notes)) console.log(note)
const failures = parts.flatMap(({ failures: list = [] }) => list)
for (const failure of failures) console.error(`FAILED: ${failure}`)
if (problem) console.error(problem)
// Another amount of data is compared by eye with the run of the usual one, and is not what the next run is compared with.
if (scale === 1) console.log(`Kept as ${keepResults(results)}`)
if (values.keep) console.log(`Written: ${writeDocument()}`)
process.exit(problem || failures.length > 0 ? 1 : 0)
