import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"
import { Hours } from "./hours.tsx"
import { CategoriesText, FulfilmentText, MarketAddress } from "./market-facts.tsx"
import { MarketPicture } from "./market-picture.tsx"
import { OpenState } from "./open-state.tsx"

type Props = { market: MarketCard; signIn: string; register: string }

/** The market of a shared link, for visitors who are not signed in: everything but its products. */
export function SharedMarket({ market, signIn, register }: Props) {
  return (
    <Card flush className="market-card shared-market" aria-labelledby="shared-market">
      <div className="market-card-picture">
        <MarketPicture market={market} width={320} height={320} />
      </div>
      <div className="market-card-head">
        <h1 id="shared-market">{market.name}</h1>
      </div>
      <div className="market-card-facts">
        <p className="soft">
          <MarketAddress market={market} />
        </p>
        <OpenState state={market.openState} text={market.openText} />
        <CategoriesText market={market} />
        <FulfilmentText market={market} />
      </div>
      <Hours {...market} />
      <div className="market-card-foot">
        <Dash />
        <p>
          {`${market.openState === "paused" ? "Log in to look around, and to get notified when it's taking orders again." : "Log in to see what this market sells."} New here? Registering is free.`}
        </p>
        <p className="welcome-buttons">
          <LinkButton to={signIn}>Log in</LinkButton>
          <LinkButton to={register} kind="plain">
            Register
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
