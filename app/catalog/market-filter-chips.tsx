import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { CATEGORIES } from "#core/catalog/categories.ts"
import {
  hasFilters,
  type MarketFilters,
  marketSort,
  NO_FILTERS,
  type SearchSort,
} from "#core/catalog/market-filters.ts"
import { type HomeSearch, homeAddress } from "./home-search.ts"

type Toggle = "openNow" | "delivers" | "pickupToday"

const TOGGLES: readonly [Toggle, string, IconName][] = [
  ["openNow", "Open now", "clock"],
  ["delivers", "Delivers to me", "bike"],
  ["pickupToday", "Pickup today", "bag"],
]

/** What narrows the list, as links: each keeps the others. The rows scroll sideways on a phone. */
export function MarketFilterChips({ search }: { search: HomeSearch }) {
  const { filters } = search
  const withFilter = (change: Partial<MarketFilters>) =>
    homeAddress({ ...search, filters: { ...filters, ...change } })
  return (
    <nav className="chips" aria-label="Filters">
      <ul className="chips-row">
        {TOGGLES.map(([name, label, icon]) => (
          <Chip
            key={name}
            label={label}
            icon={icon}
            isOn={filters[name]}
            to={withFilter({ [name]: !filters[name] })}
          />
        ))}
      </ul>
      <ul className="chips-row" aria-label="Categories">
        {CATEGORIES.map((category) => (
          <Chip
            key={category}
            label={category}
            isOn={filters.category === category}
            to={withFilter({ category: filters.category === category ? null : category })}
          />
        ))}
      </ul>
    </nav>
  )
}

type ChipProps = { label: string; icon?: IconName; isOn: boolean; to: string }

function Chip({ label, icon, isOn, to }: ChipProps) {
  const shown = isOn ? "check" : icon
  return (
    <li>
      <Link to={to} className="chip" aria-current={isOn || undefined} preventScrollReset>
        {shown && <Icon name={shown} width="18" height="18" />}
        {label}
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

/** "Clear filters" where there are some, and what the list is sorted by. */
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
