import { useEffect, useRef } from "react"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { CATEGORIES, type Category } from "#core/catalog/categories.ts"
import {
  hasFilters,
  type MarketFilters,
  marketSort,
  NO_FILTERS,
  type SearchSort,
} from "#core/catalog/market-filters.ts"
import type { NearResults } from "#core/search/search-near.server.ts"
import { type HomeSearch, homeAddress } from "./home-search.ts"

type Toggle = "openNow" | "delivers" | "pickupToday"

const TOGGLES: readonly [Toggle, string, IconName][] = [
  ["openNow", "Open now", "clock"],
  ["delivers", "Delivers to me", "bike"],
  ["pickupToday", "Pickup today", "bag"],
]

type Props = {
  search: HomeSearch
  /** For a search for products: the number in each category, and whether there are more than were counted. */
  found: Pick<NearResults, "categories" | "more"> | null
}

/** The filters, as links that each keep the others. One row that scrolls sideways on a phone. */
export function MarketFilterChips({ search, found }: Props) {
  const { filters } = search
  const chosen = filters.category
  const withFilter = (change: Partial<MarketFilters>) =>
    homeAddress({ ...search, filters: { ...filters, ...change } })
  const countOf = (category: Category) => {
    const count = found?.categories[category] ?? 0
    return found && count > 0 ? `${count}${found.more ? "+" : ""}` : null
  }
  const toggles = TOGGLES.map(([name, label, icon]) => ({
    label,
    icon,
    isOn: filters[name],
    to: withFilter({ [name]: !filters[name] }),
  }))
  const categories = CATEGORIES.flatMap((category) => {
    const isOn = category === chosen
    const count = countOf(category)
    if (found && !count && !isOn) return []
    return [{ label: category, count, isOn, to: withFilter({ category: isOn ? null : category }) }]
  })
  // The chosen category comes first, where it is visible without scrolling.
  const isFirst = ({ label }: ChipProps) => Number(label === chosen)
  const chips: ChipProps[] = [...toggles, ...categories].sort((a, b) => isFirst(b) - isFirst(a))
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: back to the beginning when another one is first
  useEffect(() => {
    row.current?.scrollTo({ left: 0 })
  }, [chosen])
  return (
    <nav aria-label="Filters">
      <ul className="chips" ref={row}>
        {chips.map((chip) => (
          <Chip key={chip.label} {...chip} />
        ))}
      </ul>
    </nav>
  )
}

type ChipProps = { label: string; icon?: IconName; count?: string | null; isOn: boolean; to: string }

function Chip({ label, icon, count, isOn, to }: ChipProps) {
  const shown = isOn ? "check" : icon
  return (
    <li>
      <Link to={to} className="chip" aria-current={isOn || undefined} preventScrollReset>
        {shown && <Icon name={shown} width="18" height="18" />}
        <span>{label}</span> {count && <span className="num">{count}</span>}
      </Link>
    </li>
  )
}

const SORTS: readonly [SearchSort, string][] = [
  ["distance", "Distance"],
  ["fee", "Delivery fee"],
]
const SORTS_OF_PRODUCTS: typeof SORTS = [...SORTS, ["price", "Price"]]

type SortProps = {
  search: HomeSearch
  /** Whether products are listed, which have a price. */
  ofProducts?: boolean
}

/** "Clear filters" if any are set, and the sort order. */
export function SortLinks({ search, ofProducts = false }: SortProps) {
  const sorts = ofProducts ? SORTS_OF_PRODUCTS : SORTS
  const current = ofProducts ? search.sort : marketSort(search.sort)
  return (
    <p className="sorts">
      {hasFilters(search.filters) && (
        <Link className="text-link" to={homeAddress({ ...search, filters: NO_FILTERS })} preventScrollReset>
          Clear filters
        </Link>
      )}
      <span className="soft">Sort by</span>
      {sorts.map(([sort, label]) => (
        <Link
          key={sort}
          className="sort"
          to={homeAddress({ ...search, sort })}
          aria-current={current === sort || undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </p>
  )
}
