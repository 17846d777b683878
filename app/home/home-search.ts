import { readCoordinates, writeCoordinates } from "#app/catalog/coordinates-param.ts"
import { isCategory } from "#core/catalog/categories.ts"
import { type MarketFilters, SEARCH_SORTS, type SearchSort } from "#core/catalog/market-filters.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { searchText } from "#core/search/search-text.ts"

/** The search in the query parameters of the home page. */
export type HomeSearch = {
  /** A zip or a city, as typed. */
  zip: string
  /** The visitor's location. */
  near: Coordinates | null
  /** The words to search for in markets and products. */
  q: string
  /** Search for these words without correcting their spelling. */
  isExact: boolean
  filters: MarketFilters
  /** "Price" sorts by the price of the products found. */
  sort: SearchSort
  /** Which of the two a phone shows; wider screens show both. */
  view: "list" | "map"
}

/**
 * Reads the query parameters; unknown ones are ignored. Without a place in them, the place is `remembered`, a text from
 * `placeOf`. An empty zip is deliberate: all markets.
 */
export function readHomeSearch(params: URLSearchParams, remembered: string | null): HomeSearch {
  const isAsked = params.has("zip") || params.has("near")
  const zip = params.get("zip")?.trim() ?? ""
  const known = isAsked ? null : remembered
  const near = zip ? null : (readCoordinates(known ?? params.get("near")) ?? null)
  const category = params.get("category") ?? ""
  const sort = SEARCH_SORTS.find((one) => one === params.get("sort")) ?? "distance"
  return {
    zip: zip || (near ? "" : (known ?? "")),
    near,
    q: searchText(params.get("q")),
    isExact: params.get("exact") === "1",
    filters: {
      openNow: params.get("open") === "1",
      delivers: params.get("delivers") === "1",
      pickupToday: params.get("pickup") === "1",
      category: isCategory(category) ? category : null,
    },
    sort,
    view: params.get("view") === "map" ? "map" : "list",
  }
}

/** The place of a search as one text, to remember; null if it has none. */
export const placeOf = ({ zip, near }: Pick<HomeSearch, "zip" | "near">): string | null =>
  zip || (near ? writeCoordinates(near) : null)

/** The URL of the home page for this search, at its first page. */
export function homeAddress(search: HomeSearch): string {
  const fields = homeFields(search)
  return fields.length > 0 ? `/home?${new URLSearchParams(fields)}` : "/home"
}

/** The search as pairs for a form or a query string, without its empty fields. */
export function homeFields({ zip, near, q, isExact, filters, sort, view }: HomeSearch): [string, string][] {
  const fields: [string, string | null][] = [
    ["zip", zip],
    ["near", near && writeCoordinates(near)],
    ["q", q],
    ["exact", q && isExact ? "1" : null],
    ["open", filters.openNow ? "1" : null],
    ["delivers", filters.delivers ? "1" : null],
    ["pickup", filters.pickupToday ? "1" : null],
    ["category", filters.category],
    ["sort", sort === "distance" ? null : sort],
    ["view", view === "map" ? view : null],
  ]
  return fields.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
