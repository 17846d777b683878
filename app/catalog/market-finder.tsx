import { useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { dialogHref } from "#app/ui/dialog.tsx"
import { Pagination } from "#app/ui/wayfinding.tsx"
import type { MarketSearchResult } from "#core/catalog/search-markets.server.ts"
import { categoryAddress } from "./market-address.ts"
import { MarketListCard } from "./market-list-card.tsx"
import { MarketMap } from "./market-map.tsx"

type Props = MarketSearchResult & {
  zip: string
  near: boolean
  rejection: string | null
  isCustomer: boolean
}

/** The list and the map of the same markets: hovering a marker picks its card, and the other way round. */
export function MarketFinder(props: Props) {
  const { markets, page, pages, more, isCustomer } = props
  const { search } = useLocation()
  const navigate = useNavigate()
  // No fragment as in the card's own link: this page stays where it is.
  const ask = (marketId: string) =>
    void navigate(dialogHref(`${search}&for=${marketId}`, "sign-in"), { preventScrollReset: true })
  const [picked, setPicked] = useState<string | null>(null)
  return (
    <section className="finder" aria-labelledby="found">
      <div className="stack">
        <h2 id="found">{heading(props)}</h2>
        <ul className="stack">
          {markets.map((market) => (
            <MarketListCard
              key={market.id}
              market={market}
              picked={picked === market.id}
              inside={isCustomer ? categoryAddress(market.id, searched(props), null) : null}
              onPick={setPicked}
              onAsk={ask}
            />
          ))}
        </ul>
        <Pagination page={page} pages={pages} more={more} />
      </div>
      <MarketMap markets={markets} center={props.center} picked={picked} onPick={setPicked} />
    </section>
  )
}

/** What was searched for, for the way back to it. */
const searched = ({ zip, rejection }: Props) => new URLSearchParams(zip && !rejection ? { zip } : {})

function heading({ zip, near, total, more, rejection }: Props): string {
  const count = total === 1 ? "1 market" : `${more ? "More than " : ""}${total} markets`
  if (zip && !rejection) return `${count} near ${zip}`
  return near ? `${count} near you` : "All markets"
}
