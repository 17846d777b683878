import { useLocation } from "react-router"
import { FavoriteButton } from "#app/catalog/favorite-button.tsx"
import { Hours } from "#app/catalog/hours.tsx"
import { CategoriesText, FulfilmentText, MarketAddress } from "#app/catalog/market-facts.tsx"
import { MarketPicture } from "#app/catalog/market-picture.tsx"
import { OpenAndNear } from "#app/catalog/open-state.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { dialogHref } from "#app/ui/dialog.tsx"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"

type Props = {
  market: MarketCard
  /** Its place on this page, from 1: the number of its pin on the map. */
  number: number
  picked: boolean
  isCustomer: boolean
  /** The market's page for customers, the only ones who can view it; null for others, who have to sign in. */
  inside: string | null
  onPick(id: string | null): void
  /** Opens the sign-in prompt without loading the page again, so that nothing moves. */
  onAsk(marketId: string): void
}

export function MarketListCard({ market, number, picked, isCustomer, inside, onPick, onAsk }: Props) {
  const { search } = useLocation()
  const at = `market-${market.id}`
  return (
    <Card
      as="li"
      flush
      picked={picked}
      id={at}
      className="market-card"
      data-number={number}
      onMouseEnter={() => onPick(market.id)}
      onMouseLeave={() => onPick(null)}
    >
      <div className="market-card-picture">
        <MarketPicture market={market} width={172} height={230} />
        <span className="market-number num" data-state={market.openState}>
          {number}
        </span>
      </div>
      <div className="market-card-head market-card-title">
        <h3>{market.name}</h3>
        {isCustomer && (
          <FavoriteButton
            marketId={market.id}
            marketName={market.name}
            isFavorite={market.isFavorite}
            at={at}
          />
        )}
      </div>
      <div className="market-card-facts">
        <p className="soft">
          <MarketAddress market={market} />
        </p>
        <OpenAndNear market={market} />
        <CategoriesText market={market} />
      </div>
      <Hours {...market} />
      <div className="market-card-foot">
        <Dash />
        <div className="split">
          <FulfilmentText market={market} />
          <LinkButton
            to={inside ?? dialogHref(search, "sign-in", at)}
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
      </div>
    </Card>
  )
}
