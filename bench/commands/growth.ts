import type { PartName } from "../parts/parts.ts"
import { writeDocument } from "../report/document.ts"
import { type Growth, growthOf, growthProblems, growthTable } from "../report/growth.ts"
import { keepGrowth } from "../report/results.ts"
import { measureParts } from "./measure.ts"

const SCALES = [0.1, 1, 10] as const
const PARTS: PartName[] = ["plans", "pages", "checkout", "api"]

type Options = { quick: boolean; file: string | undefined; keep: boolean }

/**
 * `npm run bench -- growth`: takes the same measurements with a tenth of the data, with all of it, and with ten times
 * as much.
 */
export async function growth({ keep, ...options }: Options): Promise<number> {
  const runs: Growth["runs"] = []
  const failures: string[] = []
  for (const scale of SCALES) {
    console.log(`\n${scale} times the data`)
    const { parts, problem } = await measureParts(PARTS, { ...options, scale, isAlone: false })
    if (problem) {
      console.error(problem)
      return 1
    }
    runs.push({ scale, parts })
    failures.push(...parts.flatMap((part) => part.failures ?? []).map((text) => `at ${scale}: ${text}`))
  }
  const grown = growthOf(runs)
  console.log(`\n${growthTable(grown)}\n`)
  failures.push(...growthProblems(grown))
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  if (keep) {
    keepGrowth({ at: new Date().toISOString(), runs })
    console.log(`Written: ${writeDocument()}`)
  }
  return failures.length > 0 ? 1 : 0
}
