import { useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { categoryAddress } from "#app/catalog/market-address.ts"
import { dialogHref } from "#app/ui/dialog.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { hasFilters, NO_FILTERS } from "#core/catalog/market-filters.ts"
import type { MarketSearchResult } from "#core/catalog/search-markets.server.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { type HomeSearch, homeAddress, homeFields } from "./home-search.ts"
import { SortLinks } from "./market-filter-chips.tsx"
import { MarketListCard } from "./market-list-card.tsx"
import { MarketMap } from "./market-map.tsx"
import { usePickedBySwipe } from "./picked-by-swipe.ts"

type Props = MarketSearchResult & {
  search: HomeSearch
  place: Place | null
  isCustomer: boolean
}

/** The list and the map of the same markets: hovering a marker highlights its card, and vice versa. */
export function MarketFinder(props: Props) {
  const { markets, page, pages, more, isCustomer, search, place, total } = props
  const location = useLocation()
  const navigate = useNavigate()
  // No fragment, unlike the card's own link: this page does not scroll.
  const ask = (marketId: string) =>
    void navigate(dialogHref(`${location.search}&for=${marketId}`, "sign-in"), { preventScrollReset: true })
  const [picked, setPicked] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  usePickedBySwipe(list, markets, setPicked)
  // The search to come back to after signing in.
  const searched = new URLSearchParams(place ? homeFields(search) : [])
  const marketHref = (marketId: string) =>
    isCustomer
      ? categoryAddress(marketId, searched, null)
      : dialogHref(location.search, "sign-in", `market-${marketId}`)
  const map = (
    <MarketMap
      markets={markets}
      place={place}
      picked={picked}
      hrefOf={marketHref}
      onPick={setPicked}
      onOpen={(marketId) => (isCustomer ? void navigate(marketHref(marketId)) : ask(marketId))}
    />
  )
  const isMapFirst = search.view === "map"
  return (
    <section className="finder" aria-labelledby="found" data-view={search.view}>
      <div className="stack">
        <div className="split">
          <h2 id="found">{heading(props)}</h2>
          {total > 0 && <ViewSwitch view={search.view} />}
          {place && total > 0 && <SortLinks search={search} />}
        </div>
        {place && place.others.length > 0 && <OtherCities search={search} others={place.others} />}
        {total === 0 && hasFilters(search.filters) && (
          <EmptyState
            text="No market here fits these filters right now."
            button={{ label: "Clear filters", to: homeAddress({ ...search, filters: NO_FILTERS }) }}
          />
        )}
      </div>
      {isMapFirst && map}
      <div className="stack">
        <ol className="stack market-list" ref={list}>
          {markets.map((market, index) => (
            <MarketListCard
              key={market.id}
              market={market}
              number={index + 1}
              picked={picked === market.id}
              isCustomer={isCustomer}
              inside={isCustomer ? categoryAddress(market.id, searched, null) : null}
              onPick={setPicked}
              onAsk={ask}
            />
          ))}
        </ol>
        <Pagination page={page} pages={pages} more={more} />
      </div>
      {!isMapFirst && map}
    </section>
  )
}

/**
 * List or map, since a phone has room for one. Links, so that it works without JavaScript; the page does not scroll.
 */
function ViewSwitch({ view }: { view: HomeSearch["view"] }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.delete("view")
  const list = `?${params}`
  params.set("view", "map")
  const views = [
    ["list", "List", list],
    ["map", "Map", `?${params}`],
  ] as const
  return (
    <nav className="view-switch" aria-label="View">
      {views.map(([name, label, to]) => (
        <Link key={name} to={to} aria-current={view === name || undefined} preventScrollReset>
          <Icon name={name} width="18" height="18" />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}

/** A note that the largest of several cities of the same name was used. */
function OtherCities({ search, others }: { search: HomeSearch; others: readonly string[] }) {
  return (
    <p>
      <span>Looking for another one?</span>{" "}
      {others.map((label, index) => (
        <span key={label}>
          {index > 0 && <span> · </span>}
          <Link to={homeAddress({ ...search, zip: label })}>{label}</Link>
        </span>
      ))}
    </p>
  )
}

function heading({ place, total, more }: Props): string {
  if (!place) return "All markets"
  const count = total === 1 ? "1 market" : `${more ? "More than " : ""}${total} markets`
  return `${count} near ${place.label}`
}
