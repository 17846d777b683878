import "./ledger.css"
import type { ReactNode } from "react"
import { useLocation } from "react-router"
import type { Elements } from "./elements.ts"
import { Link } from "./link.tsx"

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. Figures and dates are returned as numbers, texts as text; null sorts last. */
  sort?: (row: Row) => string | number | null
  /** Right-aligned, with tabular figures. */
  figure?: boolean
}

type Props<Row> = {
  /** Names the sort parameter, so that a page can have several tables: `?sellers=name` or `?sellers=-name`. */
  name: string
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  empty: Elements
  /** In CSS pixels; the head stays in view while the rows scroll. */
  height?: number
}

/** A ruled table, sorted through its URL (so it works without JavaScript), that becomes cards on a phone. */
export function Ledger<Row>({ name, caption, columns, rows, rowKey, empty, height }: Props<Row>) {
  const { search } = useLocation()
  const wanted = new URLSearchParams(search).get(name) ?? ""
  const sorted = sortRows(rows, columns, wanted)
  if (rows.length === 0) return <>{empty}</>
  return (
    <section
      className="ledger-box"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      style={height ? ({ "--height": `${height}px` } as object) : undefined}
    >
      <table className="ledger">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} wanted={wanted} name={name} search={search} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.label}
                  className={column.figure ? "figure" : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HeadProps<Row> = { column: Column<Row>; wanted: string; name: string; search: string }

function HeadCell<Row>({ column, wanted, name, search }: HeadProps<Row>) {
  const up = wanted === column.key
  const down = wanted === `-${column.key}`
  const params = new URLSearchParams(search)
  params.set(name, up ? `-${column.key}` : column.key)
  return (
    <th
      scope="col"
      className={column.figure ? "figure" : undefined}
      aria-sort={up ? "ascending" : down ? "descending" : undefined}
    >
      {column.sort ? (
        <Link to={`?${params}`} preventScrollReset replace>
          <span>{column.label}</span>
          <span aria-hidden="true">{up ? " ↑" : down ? " ↓" : " ↕"}</span>
        </Link>
      ) : (
        column.label
      )}
    </th>
  )
}

/** Sorts by the column whose key is `wanted`, descending with a minus in front. Any other value preserves the order. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], wanted: string): Row[] {
  const by = columns.find((column) => column.key === wanted.replace(/^-/, ""))?.sort
  if (!by) return rows
  const direction = wanted.startsWith("-") ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).localeCompare(String(right), "en-US", { numeric: true })
    return order * direction
  })
}
