import { isCategory } from "#core/catalog/categories.ts"
import { PRODUCT_SORTS, type ProductSort, searchText } from "#core/search/search-text.ts"
import { pageNumber } from "./page-number.ts"

/** The search inside a market, from the query parameters. */
export type ProductSearch = { text: string; sort: ProductSort | null; isExact: boolean }

/**
 * Which of a market's products its page shows. `shelves`: one row for each category · `grid`: numbered pages of four
 * for `category` and `page` · `list`: all products in one list, for `all` or a search.
 */
export type MarketChoice = {
  as: "shelves" | "grid" | "list"
  category: string | null
  /** The page of a grid, or the part of a list, from 1. */
  page: number
  search: ProductSearch
}

/** The query parameter of the page number. */
export const pageParam = ({ as }: Pick<MarketChoice, "as">) => (as === "list" ? "part" : "page")

export function readMarketChoice(params: URLSearchParams): MarketChoice {
  const search = readMarketSearch(params)
  const all = params.get("all")
  const isGrid = all === null && (params.has("category") || params.has("page"))
  const as = isGrid ? "grid" : all !== null || isSearch(search) ? "list" : "shelves"
  const asked = all ?? params.get("category") ?? ""
  const category = isCategory(asked) ? asked : null
  return { as, category, page: pageNumber(params, pageParam({ as })), search }
}

function readMarketSearch(params: URLSearchParams): ProductSearch {
  return {
    text: searchText(params.get("q")),
    sort: PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? null,
    isExact: params.get("exact") === "1",
  }
}

export const isSearch = ({ text, sort }: ProductSearch): boolean => text !== "" || sort !== null
