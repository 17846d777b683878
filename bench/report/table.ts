import { change, distance, type Figure, isReached, type Part } from "./figure.ts"

const HEADER = ["figure", "value", "ceiling", "× ceiling", "aim", "last", "× last"]

/** One table of all parts: every figure with its ceiling, its aim, and the previous run. */
export function table(parts: readonly Part[], before: ReadonlyMap<string, { part: Part }>): string {
  const rows = parts.flatMap(({ part, figures }) => [
    [part, "", "", "", "", "", ""],
    ...figures.map((figure) => row(figure, before.get(part)?.part)),
  ])
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
  return [line(HEADER), ...rows.map(line)].join("\n")
}

function row(figure: Figure, before: Part | undefined): string[] {
  const last = before?.figures.find(({ name }) => name === figure.name)
  return [
    `  ${figure.name}`,
    ...cells(figure),
    last ? amount(last.value, figure) : "",
    last ? times(change(figure, last)) : "",
  ]
}

/** Value, ceiling, distance from the ceiling, and aim: the middle columns in the terminal and in the document. */
export function cells(figure: Figure): [string, string, string, string] {
  const { value, ceiling } = figure
  const far = distance(figure)
  return [
    amount(value, figure),
    ceiling ? `${amount(ceiling.value, figure)} (${ceiling.name})` : "",
    far === undefined ? "" : times(far),
    aimOf(figure),
  ]
}

function aimOf(figure: Figure): string {
  const { aim, most, better } = figure
  const mark = isReached(figure) ? "✓" : "✗"
  if (most !== undefined) return `≤ ${times(most)} ${mark}`
  return aim === undefined ? "" : `${better === "more" ? "≥" : "≤"} ${amount(aim, figure)} ${mark}`
}

export const times = (ratio: number) =>
  Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 2 : 0)}×` : ""

export function amount(value: number, { unit }: Pick<Figure, "unit">): string {
  if (!Number.isFinite(value)) return "–"
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit === "/s" ? "/s" : unit ? ` ${unit}` : ""}`
}
