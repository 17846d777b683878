import { existsSync, readFileSync } from "node:fs"
import { loadavg } from "node:os"
import { relative } from "node:path"

/** How long a test run took: seconds per fixed cost, per kind of test, and per file, largest first. */

/** A file in the report of Vitest's JSON reporter. Times are in milliseconds. */
interface FileResult {
  name: string
  assertionResults: { duration?: number | null }[]
}

/** One line of the file named by FIXED_COSTS. */
interface Cost {
  name: string
  seconds: number
}

interface Row {
  name: string
  count: number
  seconds: number
}

/** The table as text. `costs` are summed by name; a file's seconds are those inside its tests. */
export function timesTable(files: readonly FileResult[], costs: readonly Cost[], root: string): string {
  const tested = files.map(({ name, assertionResults }) => ({
    name: relative(root, name),
    count: assertionResults.length,
    seconds: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
  }))
  const load = loadavg().map((value) => value.toFixed(1))
  return [
    `Load of the machine over 1, 5 and 15 minutes: ${load.join(", ")}`,
    ...table(
      "Fixed costs",
      "times",
      grouped(
        costs.map((cost) => ({ ...cost, count: 1 })),
        ({ name }) => name,
      ),
    ),
    ...table(
      "Kinds of test",
      "tests",
      grouped(tested, ({ name }) => kindOf(name)),
    ),
    ...table("Files", "tests", tested),
  ].join("\n")
}

/**
 * The folder that indicates the kind of a test: `tests/e2e/http`, `tests/contract`, or the folder of the code next to
 * it.
 */
function kindOf(file: string): string {
  const [top = "", second = "", third = ""] = file.split("/")
  if (top !== "tests") return file.includes(".server.test.") ? "commands and queries" : "rules"
  return second === "e2e" ? `tests/e2e/${third}` : `tests/${second}`
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const name = keyOf(row)
    const sum = sums.get(name) ?? { name, count: 0, seconds: 0 }
    sums.set(name, { name, count: sum.count + row.count, seconds: sum.seconds + row.seconds })
  }
  return [...sums.values()]
}

function table(title: string, unit: string, rows: readonly Row[]): string[] {
  const sorted = rows.toSorted((a, b) => b.seconds - a.seconds)
  const total = sorted.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    "",
    `${title}: ${total.toFixed(1)} s`,
    ...sorted.map(
      ({ name, count, seconds }) =>
        `${seconds.toFixed(1).padStart(8)} s  ${String(count).padStart(4)} ${unit}  ${name}`,
    ),
  ]
}

/** The table for Vitest's JSON report `results` and the file of fixed costs `costs`. */
export function readTimes(results: string, costs: string, root: string): string {
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as { testResults: FileResult[] }
  const lines = existsSync(costs) ? readFileSync(costs, "utf8").trim().split("\n") : []
  return timesTable(
    testResults,
    lines.filter(Boolean).map((line) => JSON.parse(line) as Cost),
    root,
  )
}

// `bun packages/devkit/src/test/test-times.ts RESULTS.json ROOT`: the table of an earlier run, of any version.
if (import.meta.main) {
  const [results = "", root = process.cwd()] = process.argv.slice(2)
  console.log(readTimes(results, "", root))
}
