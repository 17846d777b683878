import { useLocation } from "react-router"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash, Pill } from "#app/ui/card.tsx"
import { dialogHref } from "#app/ui/dialog.tsx"
import type { MarketCard } from "#core/catalog/search-markets.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import { Hours } from "./hours.tsx"

type Props = {
  market: MarketCard
  picked: boolean
  /** The market's page for customers, who alone may look inside; null for others, who are asked to sign in. */
  inside: string | null
  onPick(id: string | null): void
  /** Asks to sign in without loading the page again, so that nothing moves. */
  onAsk(marketId: string): void
}

export function MarketListCard({ market, picked, inside, onPick, onAsk }: Props) {
  const { search } = useLocation()
  const place = `market-${market.id}`
  return (
    <Card
      as="li"
      picked={picked}
      id={place}
      onMouseEnter={() => onPick(market.id)}
      onMouseLeave={() => onPick(null)}
    >
      <div className="split">
        <h3>{market.name}</h3>
        {market.distanceMiles !== null && <Pill>{formatMiles(market.distanceMiles)}</Pill>}
      </div>
      <p className="soft">
        {market.address}, {market.city}, {market.state} <span className="num">{market.zip}</span>
      </p>
      <Dash />
      <div className="split">
        <Hours {...market} />
        <LinkButton
          small
          to={inside ?? dialogHref(search, "sign-in", place)}
          onClick={(event) => {
            if (inside || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onAsk(market.id)
          }}
          aria-label={`Check the market out: ${market.name}`}
        >
          Check the market out
        </LinkButton>
      </div>
    </Card>
  )
}
