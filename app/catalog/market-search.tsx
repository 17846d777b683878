import { Form } from "react-router"
import { Icon } from "#app/ui/icon.tsx"
import type { ProductSearch } from "./market-choice.ts"

type Props = { marketId: string; params: URLSearchParams; search: ProductSearch; productCount: number }

/** Searches one market's products; a GET form, so it works without JavaScript. */
export function MarketSearchForm({ marketId, params, search, productCount }: Props) {
  // Search results are one list, even if the category was shown in pages.
  const all = params.get("all") ?? params.get("category")
  const kept = Object.entries({ zip: params.get("zip"), all, sort: params.get("sort") })
  return (
    <Form action="/market-info" role="search" className="market-search">
      <input type="hidden" name="market" value={marketId} />
      {kept.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      <label htmlFor="market-q" className="sr-only">
        Search this market
      </label>
      <input
        id="market-q"
        className="input"
        type="search"
        name="q"
        key={search.text}
        defaultValue={search.text}
        placeholder={productCount === 1 ? "Search this market" : `Search ${productCount} products`}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </Form>
  )
}
