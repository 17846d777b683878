import { Hours } from "#app/catalog/hours.tsx"
import { MarketAbout } from "#app/catalog/market-about.tsx"
import { Card } from "#app/ui/card.tsx"
import { addressLine } from "#core/market/market-changes.ts"
import type { OwnMarket } from "#core/market/view-own-market.server.ts"

/** The market as customers read it now. */
export function MarketPreview({ market, photos }: Pick<OwnMarket, "market" | "photos">) {
  return (
    <Card className="stack market-preview">
      <h3>{market.name}</h3>
      <p className="soft">{addressLine(market)}</p>
      <Hours {...market} />
      <MarketAbout
        name={market.name}
        phone={market.phone}
        about={{ ...market, photo: photos[0]?.image ?? null }}
      />
    </Card>
  )
}
