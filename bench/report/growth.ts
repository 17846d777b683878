import { change, type Figure, type Part } from "./figure.ts"
import { amount, times } from "./table.ts"

/** The figures of each part, measured with several amounts of data. */
export type Growth = { at: string; runs: { scale: number; parts: Part[] }[] }

/**
 * One figure at each amount of data, and how many times worse it is with ten times the data than with the normal
 * amount.
 */
export type Grown = { part: string; name: string; figures: Figure[]; worse: number }

/** The limit for how many times worse a figure may be with ten times the data. */
const MOST_WORSE = 1.5
/** Slowest percentiles and the throughput of two programs at once vary with the machine from minute to minute. */
const UNSTEADY = /p99|requests at|cold start|ceiling|paid orders at|in flight|until the last of them/

/** Returns the steady figures that all runs have. */
export function growthOf(runs: Growth["runs"]): Grown[] {
  const [first, ...others] = runs
  return (first?.parts ?? []).flatMap(({ part, figures }) =>
    figures
      .filter(({ name }) => !UNSTEADY.test(name))
      .flatMap((figure) => {
        const all = [figure, ...others.map((run) => find(run.parts, part, figure.name))]
        const found = all.filter((one) => one !== undefined)
        const [last, usual] = [found.at(-1), found.at(-2)]
        if (found.length !== runs.length || !last || !usual) return []
        return [{ part, name: figure.name, figures: found, worse: 1 / change(last, usual) }]
      }),
  )
}

export function growthProblems(grown: readonly Grown[]): string[] {
  return grown
    .filter(({ worse }) => worse > MOST_WORSE)
    .map(({ part, name, worse }) => `${part}: ${name} is ${times(worse)} worse with ten times the data`)
}

/** Returns a Markdown table, which is readable in a terminal too. */
export function growthTable(grown: readonly Grown[]): string {
  const rows = grown.map(({ part, name, figures, worse }) => {
    const cells = figures.map((figure) => amount(figure.value, figure))
    const mark = worse > MOST_WORSE ? " ✗" : ""
    return `| ${[`${part}: ${name}`, ...cells, `${times(worse)}${mark}`].join(" | ")} |`
  })
  return [
    `| figure | 1/10 | 1 | 10 | times worse at ten times (at most ${MOST_WORSE}) |`,
    "|---|---:|---:|---:|---:|",
    ...rows,
  ].join("\n")
}

const find = (parts: readonly Part[], part: string, name: string) =>
  parts.find((one) => one.part === part)?.figures.find((figure) => figure.name === name)
