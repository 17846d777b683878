import { Link } from "#app/ui/link.tsx"
import type { MarketPage } from "#core/catalog/market-page.server.ts"
import { categoryAddress } from "./market-address.ts"
import type { MarketChoice } from "./market-choice.ts"

type Props = Pick<MarketPage, "categories" | "counts" | "productCount"> & {
  marketId: string
  params: URLSearchParams
  choice: MarketChoice
}

/** The categories of a market with their number of products; one scrolling row on a phone. */
export function MarketMenu({ marketId, params, choice, categories, counts, productCount }: Props) {
  const items = [
    { name: null, count: productCount },
    ...categories.map((name) => ({ name, count: counts[name] ?? 0 })),
  ]
  return (
    <nav className="market-menu" aria-label="Categories">
      <ul>
        {items.map(({ name, count }) => (
          <li key={name ?? "all"}>
            <Link
              className="chip"
              to={categoryAddress(marketId, params, name)}
              aria-current={name === choice.category ? "page" : undefined}
              preventScrollReset
            >
              <span>{name ?? "All"}</span> <span className="num">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
