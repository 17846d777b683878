import "./market-search.css"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import {
  MOST_LETTERS,
  PRODUCT_SORTS,
  type ProductSort,
  type SearchedWords,
  searchText,
} from "#core/search/search-text.ts"
import { categoryAddress } from "./market-address.ts"
import { SpellingNotice } from "./spelling-notice.tsx"

/** What the address says of a search inside a market. */
export type MarketSearch = { text: string; sort: ProductSort | null; isExact: boolean }

export function readMarketSearch(params: URLSearchParams): MarketSearch {
  return {
    text: searchText(params.get("q")),
    sort: PRODUCT_SORTS.find((sort) => sort === params.get("sort")) ?? null,
    isExact: params.get("exact") === "1",
  }
}

export const isSearch = ({ text, sort }: MarketSearch): boolean => text !== "" || sort !== null

const SORT_LABELS: Record<ProductSort, string> = { name: "Name", price: "Price", newest: "Newest first" }

type FormProps = { marketId: string; params: URLSearchParams; search: MarketSearch }

/** Looks through what one market sells; a form that opens an address, so that it works without JavaScript. */
export function MarketSearchForm({ marketId, params, search }: FormProps) {
  const kept = ["zip", "category"].flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  return (
    <Form action="/market-info" role="search" className="market-search">
      <input type="hidden" name="market" value={marketId} />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="market-q">Search this market</label>
      <input
        id="market-q"
        className="input"
        type="search"
        name="q"
        key={search.text}
        defaultValue={search.text}
        maxLength={MOST_LETTERS}
      />
      <label htmlFor="market-sort">Sort by</label>
      <select
        id="market-sort"
        className="input"
        name="sort"
        key={search.sort}
        defaultValue={search.sort ?? ""}
      >
        <option value="">Market's order</option>
        {PRODUCT_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <Button small kind="plain">
        Search
      </Button>
    </Form>
  )
}

type FoundProps = FormProps & { words: SearchedWords; total: number }

/** How much was found, and for which words where the typed ones were taken for others. */
export function FoundInMarket({ marketId, params, search, words, total }: FoundProps) {
  const exactly = new URLSearchParams(params)
  exactly.set("market", marketId)
  exactly.set("exact", "1")
  exactly.delete("page")
  return (
    <div className="stack">
      <SpellingNotice words={words} exactly={`/market-info?${exactly}`} />
      <p className="split-start">
        {search.text !== "" && (
          <span className="num">{total === 1 ? "1 product found" : `${total} products found`}</span>
        )}
        <Link className="text-link" to={categoryAddress(marketId, params, params.get("category"))}>
          {search.text ? "Clear the search" : "Clear the sorting"}
        </Link>
      </p>
    </div>
  )
}
