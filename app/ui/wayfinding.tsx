import { Form, type LinkProps, useLocation } from "react-router"
import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"
import { Link } from "./link.tsx"

/** A link to the whole of a shortened list: "See all (23)". */
export function MoreLink({
  children,
  ...link
}: Omit<LinkProps, "className" | "children"> & { children: string }) {
  return (
    <Link className="more-link num" {...link}>
      <span>{children}</span>
      <Icon name="right" />
    </Link>
  )
}

/** Changes one parameter of the query string and preserves the others: search, sort and page. */
function withParam(search: string, name: string, value: string | null): string {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return text ? `?${text}` : "?"
}

/** Returns the page numbers to show: the first, the last, and two neighbors on either side; `null` is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 2, page - 1, page, page + 1, page + 2, pages].filter(
    (number) => number >= 1 && number <= pages,
  )
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? 0)
    return gap === 1 ? [number] : gap === 2 ? [number - 1, number] : [null, number]
  })
}

type PaginationProps = {
  page: number
  pages: number
  more?: boolean
  param?: string
  label?: string
  /** Whether the first page's link also has its number in the URL, because the URL without a number is another page. */
  namesFirst?: boolean
}

/**
 * Numbered links, the previous and the next page, and a field for pages without a link. Renders nothing for a single
 * page. `more`: there are more pages than were counted.
 */
export function Pagination({ page, pages, more = false, namesFirst = false, ...rest }: PaginationProps) {
  const { param = "page", label = "Pages" } = rest
  const { search } = useLocation()
  if (pages <= 1) return null
  // If there are more pages, the last counted one gets no link.
  const numbers = pageNumbers(page, more ? Math.min(page + 2, pages) : pages)
  const to = (number: number) => withParam(search, param, number === 1 && !namesFirst ? null : String(number))
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {numbers.map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name of its own
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={to(number)}
            aria-current={number === page ? "page" : undefined}
            aria-label={`Page ${number}`}
          >
            {number}
          </Link>
        ),
      )}
      {more && <span aria-hidden="true">…</span>}
      {(page < pages || more) && (
        <Link to={to(page + 1)} rel="next">
          Next
        </Link>
      )}
      {(numbers.includes(null) || more) && (
        <GoToPage page={page} search={search} param={param} most={more ? undefined : pages} />
      )}
    </nav>
  )
}

type GoToPageProps = { page: number; search: string; param: string; most: number | undefined }

/** A form that opens another page number: it works without JavaScript, and preserves the other query parameters. */
function GoToPage({ page, search, param, most }: GoToPageProps) {
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== param)
  const id = `go-to-${param}`
  return (
    <Form className="go-to-page">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id}>Go to page</label>
      <input
        id={id}
        key={page}
        className="input num"
        type="number"
        name={param}
        min={1}
        max={most}
        required
        inputMode="numeric"
      />
      <Button small kind="plain">
        Go
      </Button>
    </Form>
  )
}

type Tab = { label: string; to: string; current: boolean }

/** Links that look like tabs; they wrap if the line is too short. `side`: a left menu, one long row on phones. */
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

/** The last crumb is the page itself; crumbs without `to` are plain text. */
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
          <span>{step}</span>
          {index < current && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}
