import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { capacityTable, costsOf, costsTable } from "./capacity.ts"
import { type Figure, isReached, type Part } from "./figure.ts"
import { growthOf, growthTable } from "./growth.ts"
import { lastGrowth, lastKept } from "./results.ts"
import { cells } from "./table.ts"

export const DOCUMENT = fileURLToPath(new URL("../../docs/performance.md", import.meta.url))
export const CAPACITY = fileURLToPath(new URL("../../docs/capacity.md", import.meta.url))

const INTRODUCTION = `<!-- Written by npm run bench -- --report from bench/results; its text stands in bench/report/document.ts. -->

# Performance

Two promises are numbers: pages that load fast on a bad connection, and one small machine that carries a city. One
command measures them.

| command | what it does | takes |
|---|---|---|
| \`npm run bench\` | every part, with made-up markets; a CSV file of markets as an argument fills the database with those | below 10 min |
| \`npm run bench -- --quick\` | the same with shorter loads, one Lighthouse look at home, no second queue backend | 2 min |
| \`npm run bench -- pages api\` | the parts that are named: plans, pages, checkout, api, memory, live, queues, bytes, lighthouse | |
| \`npm run bench -- lighthouse\` | by itself: medians of three of all five pages, both methods, both networks | 14 min |
| \`npm run bench -- quality\` | Lighthouse's accessibility and best practices of the five pages; \`MAP_TILES\` names a file of streets | 2 min |
| \`npm run bench -- growth\` | plans, pages, checkout and api with a tenth, with all and with ten times of the data | 15 min |
| \`npm run bench -- costs\` | what a page, an order and an open page cost, for [capacity.md](capacity.md) | 4 min |
| \`npm run bench -- orders\` | the HTML of a seller's lists with 40, 50 and 205 open orders | 1 min |
| \`npm run bench -- partitions\` | the same rows in one table, and in partitions by their age | 2 min |
| \`npm run bench -- profile home\` | where the web process spends its time; also markets, market, product, cart, checkout, api | 1 min |
| \`npm run bench -- --report\` | measures nothing: writes this page from the results that were kept | 1 s |

\`--keep\` keeps a run in \`bench/results/\` and writes this page. The newest run, kept or not, is in
\`bench/results/latest.json\`.

## How to read it

- **The data**: 8,730 markets with 20 products each, 2,000 customers and 20,000 past orders, in an embedded PostgreSQL of its
  own, with the production build, the sandbox, the rooms, web and workers as processes.
- **The processors**: the web process has one core, and whatever makes the load the other; PostgreSQL is on both, and its CPU
  is counted apart. Lighthouse's browser has all cores.
- **× ceiling**: every figure stands beside a bare program in the same minute: the same page rendered by React alone, Hono
  with a string or with one indexed row, Bun's own broadcast. This column survives a busy machine; milliseconds do not.
- **Pages that one core can serve** is computed from the CPU that a request cost.
- **Aim** is what the figure has to reach: ✓ or ✗. **Others** is what other shops do, measured elsewhere.
- **Dates**: each part is of its newest kept run, so parts may be of different versions and load averages.
- **Failures**: a run fails when an order is missing, a message is lost, a checkout is rejected under load, or a query reads
  from end to end a table that grows.`

const LOSSES = `Two losses are accepted for simple code:

- **A paid order** costs 60 to 76 × one indexed row from run to run, and the aim is 60: most statements are built by Drizzle
  and planned by PostgreSQL each time they run, and each job of an order runs by itself.
- **Home's map** draws itself once it is in view after \`load\`, and takes the main thread of a slow phone for that time.`

/** Returns docs/performance.md as generated from the saved results. */
export function performancePage(): string {
  const kept = [...lastKept().values()]
  const parts = kept.map(({ at, part, quick, loadAverage }) => {
    const how = `${moment(at)}${quick ? ", --quick" : ""}, load average ${loadAverage}`
    const head = "| figure | value | ceiling | × ceiling | aim | others |\n|---|---:|---:|---:|---:|---|"
    return `### ${part.part}\n\n${how}\n\n${head}\n${part.figures.map(row).join("\n")}`
  })
  const losses = `## Aims that are missed\n\n${missed(kept.map(({ part }) => part))}\n\n${LOSSES}`
  return `${[INTRODUCTION, losses, "## Figures", ...parts, ...growth()].join("\n\n")}\n`
}

/** Writes the pages and returns their paths. */
export function writeDocument(): string {
  writeFileSync(DOCUMENT, performancePage())
  writeFileSync(CAPACITY, capacityPage(readFileSync(CAPACITY, "utf8")))
  return `${DOCUMENT}, ${CAPACITY}`
}

const BEGINNING = "<!-- needs: written by npm run bench -- --report -->"
const END = "<!-- /needs -->"

/** Returns docs/capacity.md with its tables updated from the newest saved run of `costs`. */
export function capacityPage(text: string): string {
  const kept = lastKept().get("costs")
  if (!kept) return text
  const costs = costsOf(kept.part)
  const when = `Measured ${moment(kept.at)}, load average ${kept.loadAverage}.`
  const [before = "", after = ""] = [text.split(BEGINNING)[0], text.split(END)[1]]
  return `${before}${BEGINNING}\n\n${costsTable(costs)}\n\n${when}\n\n${capacityTable(costs)}\n\n${END}${after}`
}

const row = (figure: Figure) => `| ${[figure.name, ...cells(figure), figure.others ?? ""].join(" | ")} |`

function missed(parts: readonly Part[]): string {
  const lines = parts.flatMap(({ part, figures }) =>
    figures
      .filter((figure) => isReached(figure) === false)
      .map((figure) => {
        const [value, , far, aim] = cells(figure)
        return `- ${part}: ${figure.name}: ${value}${far && ` (${far} its ceiling)`}, aim ${aim}`
      }),
  )
  return lines.join("\n") || "None."
}

function growth(): string[] {
  const kept = lastGrowth()
  return kept ? [`### growth\n\n${moment(kept.at)}\n\n${growthTable(growthOf(kept.runs))}`] : []
}

const moment = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`
