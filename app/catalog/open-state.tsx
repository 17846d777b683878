import type { MarketWhen } from "#core/calendar/market-when.ts"
import type { MarketHead } from "#core/catalog/market-cards.server.ts"
import { formatMiles } from "#core/places/distance.ts"

/** "Open until 7 pm", with a dot in the color of its state. */
export function OpenState({ state, text }: { state: MarketWhen["state"] | null; text: string }) {
  return <p className={state ? `open-state open-state-${state}` : "open-state"}>{text}</p>
}

/** Whether a market is open, and its distance from the searched place. */
export function OpenAndNear({
  market,
}: {
  market: Pick<MarketHead, "openState" | "openText" | "distanceMiles">
}) {
  const { openState, openText, distanceMiles } = market
  return (
    <div className="market-card-state">
      <OpenState state={openState} text={openText} />
      {distanceMiles !== null && <p className="num">{formatMiles(distanceMiles)}</p>}
    </div>
  )
}
