import { useLocation } from "react-router"
import { Link } from "./link.tsx"

/** The same address with one parameter changed, so that search, sort and page keep each other. */
function withParam(search: string, name: string, value: string | null): string {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return text ? `?${text}` : "?"
}

/** Which page numbers to show: the first, the last, and the neighbours; `null` is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? 0)
    return gap === 1 ? [number] : gap === 2 ? [number - 1, number] : [null, number]
  })
}

type PaginationProps = { page: number; pages: number; more?: boolean; param?: string; label?: string }

/** Numbered links. Nothing for a single page. `more`: there are pages behind the last of them, not counted yet. */
export function Pagination({ page, pages, more = false, param = "page", label = "Pages" }: PaginationProps) {
  const { search } = useLocation()
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={label}>
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name of its own
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={withParam(search, param, number === 1 ? null : String(number))}
            aria-current={number === page ? "page" : undefined}
            aria-label={`Page ${number}`}
          >
            {number}
          </Link>
        ),
      )}
      {more && <span aria-hidden="true">…</span>}
    </nav>
  )
}

type Tab = { label: string; to: string; current: boolean }

/** Links that look like tabs, in several lines where one is too short. `side`: a left menu, one long row on phones. */
export function Tabs({ tabs, label, side = false }: { tabs: Tab[]; label: string; side?: boolean }) {
  return (
    <nav className={side ? "tabs tabs-row tabs-side" : "tabs"} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab.current ? "page" : undefined} preventScrollReset>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** The last crumb is the page itself; crumbs without `to` are only words. */
export function Breadcrumbs({ crumbs }: { crumbs: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        {crumbs.map(({ label, to }, index) => {
          const last = index === crumbs.length - 1
          return (
            // A section may be called like its category ("Meat").
            // biome-ignore lint/suspicious/noArrayIndexKey: crumbs keep their order
            <li key={index} aria-current={last ? "page" : undefined}>
              {to && !last ? <Link to={to}>{label}</Link> : label}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** A wizard's steps; `current` counts from 0. */
export function ProgressBar({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol className="steps" aria-label={`Step ${Math.min(current + 1, steps.length)} of ${steps.length}`}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? "done" : undefined}
          aria-current={index === current ? "step" : undefined}
        >
          {step}
          {index < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}
