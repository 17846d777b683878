import { data, useLocation, useSearchParams } from "react-router"
import { categoryAddress } from "#app/catalog/market-address.ts"
import { lastPageInstead, pageNumber } from "#app/catalog/page-number.ts"
import { readShopCookie, setShopCookie } from "#app/catalog/shop-cookies.ts"
import { coreContext } from "#app/context.ts"
import { orRejection } from "#app/forms/or-not-found.ts"
import { FavoritesRow } from "#app/home/favorites-row.tsx"
import { type HomeSearch, homeFields, placeOf, readHomeSearch } from "#app/home/home-search.ts"
import { MarketFilterChips } from "#app/home/market-filter-chips.tsx"
import { MarketFinder } from "#app/home/market-finder.tsx"
import { SearchHero } from "#app/home/search-hero.tsx"
import { NamesNotice, SearchResults } from "#app/home/search-results.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { Notice } from "#app/ui/states.tsx"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { hasFilters, marketSort } from "#core/catalog/market-filters.ts"
import { type MarketSearchResult, searchMarkets } from "#core/catalog/search-markets.server.ts"
import type { Context, CustomerContext } from "#core/context.ts"
import { listFavorites } from "#core/favorites/list-favorites.server.ts"
import { withNext } from "#core/identity/own-path.ts"
import { findPlace, type Place } from "#core/places/find-place.server.ts"
import { searchMarketNames } from "#core/search/search-market-names.server.ts"
import { searchNear } from "#core/search/search-near.server.ts"
import type { Route } from "./+types/home.ts"

export const meta: Route.MetaFunction = () => [
  { title: "Local markets near you — Pushcart" },
  { name: "description", content: "Find local markets by zip code and shop their stalls." },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = context.get(coreContext)
  const params = url.searchParams
  const known = readShopCookie(request, "place")
  const search = readHomeSearch(params, known)
  const { found: place, rejection } = await orRejection("zip", placeFor(ctx, search))
  const { filters, sort } = search
  const near = place ? { near: place.center } : {}
  const page = pageNumber(params)
  const { names, products } = await searchWords(ctx, search, place, page)
  const result =
    names ??
    (products
      ? { ...products, markets: [], center: place?.center ?? null }
      : await searchMarkets(ctx, { ...near, filters, sort: marketSort(sort), page }))
  lastPageInstead(url, result)
  // If a place that only the cookie names no longer exists, that is not the visitor's error.
  const isAsked = params.has("zip") || params.has("near")
  const error = isAsked ? rejection : null
  const shown = {
    ...result,
    words: names?.words ?? null,
    products,
    cart: products && isCustomer(ctx) ? await viewCart(ctx) : null,
    search: rejection && !isAsked ? { ...search, zip: "" } : search,
    place,
    rejection: error,
    isCustomer: isCustomer(ctx),
    favorites: isCustomer(ctx) && isFirstList(search, page) ? await listFavorites(ctx) : [],
  }
  const kept = placeToRemember(search, place, result)
  const headers = error || kept === (known ?? "") ? {} : setShopCookie("place", kept)
  return data(shown, { headers, ...(error ? { status: 422 } : {}) })
}

/** Whether this is the first page of the unfiltered list of markets. */
const isFirstList = ({ q, filters, view }: HomeSearch, page: number) =>
  page === 1 && !q && view === "list" && !hasFilters(filters)

const isCustomer = (ctx: Context): ctx is CustomerContext => ctx.actor.role === "customer"

/** The place to search near; null when none was requested. */
async function placeFor(ctx: Context, { zip, near }: HomeSearch): Promise<Place | null> {
  if (near) return { label: "you", center: near, others: [] }
  return zip ? findPlace(ctx, zip) : null
}

/** The search results for the words near the place: products for customers, and market names for everyone else. */
async function searchWords(ctx: Context, search: HomeSearch, place: Place | null, page: number) {
  const { q, isExact, filters, sort } = search
  if (!q || !place) return { names: null, products: null }
  const asked = { center: place.center, text: q, isExact, filters, sort, page }
  return isCustomer(ctx)
    ? { names: null, products: await searchNear(ctx, asked) }
    : { names: await searchMarketNames(ctx, asked), products: null }
}

/** The place for the next visit; empty after a search for all markets, or near a place without any. */
function placeToRemember(search: HomeSearch, place: Place | null, { total }: MarketSearchResult): string {
  if (!place || (total === 0 && !search.q && !hasFilters(search.filters))) return ""
  return placeOf(search) ?? ""
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { search, place, rejection, total, isCustomer, favorites, products, words, cart } = loaderData
  const isFiltered = hasFilters(search.filters)
  const nothingFound = place !== null && total === 0 && !isFiltered && !search.q
  const hasPlace = place !== null && !nothingFound
  return (
    <>
      <SearchHero
        search={nothingFound ? { ...search, zip: "" } : search}
        rejection={rejection}
        hasPlace={hasPlace}
        isCustomer={isCustomer}
      />
      {hasPlace && <MarketFilterChips search={search} found={products} />}
      <FavoritesRow favorites={favorites} />
      {search.q && !place && !rejection && (
        <Notice kind="info">{`Enter your zip code or city too, and we look for “${search.q}” near you.`}</Notice>
      )}
      {words && place && <NamesNotice search={search} words={words} found={total} />}
      {products && place && cart ? (
        <SearchResults results={products} search={search} place={place} cart={cart} />
      ) : (
        <MarketFinder {...loaderData} />
      )}
      {!isCustomer && <SignInDialog search={search} />}
      {nothingFound && <NoStoreDialog />}
    </>
  )
}

/** Opened by "Check the market out" for people who are not signed in. Signing in opens that market. */
function SignInDialog({ search }: { search: HomeSearch }) {
  const [params] = useSearchParams()
  // With React `for` names the pressed market. Without it `at` does, the element to scroll to on closing.
  const pressed = params.get("for") ?? params.get("at")?.replace(/^market-/, "")
  const market = pressed?.match(/^[\w-]+$/)?.[0]
  const next = market ? categoryAddress(market, new URLSearchParams(homeFields(search)), null) : null
  return (
    <Dialog name="sign-in" title="Hi there!" {...(params.has("for") ? { closeTo: withoutFor(params) } : {})}>
      <p>In order to see what this market sells, you need to be Log In!</p>
      <LinkButton to={withNext("/login", next)}>Sign In</LinkButton>
    </Dialog>
  )
}

function withoutFor(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  rest.delete("for")
  return dialogHref(`${rest}`, null)
}

/** Closing it resets the search form behind it, as the specification says. */
function NoStoreDialog() {
  const { pathname } = useLocation()
  return (
    <Dialog name="no-store" title="Sorry we couldn't find a store! :(" open closeTo={pathname}>
      <p>Please go tell your local market store about this platform...</p>
      <LinkButton to={pathname} kind="plain">
        See all markets
      </LinkButton>
    </Dialog>
  )
}
