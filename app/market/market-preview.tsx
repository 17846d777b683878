import { Hours, SpecialDays } from "#app/catalog/hours.tsx"
import { MarketAbout } from "#app/catalog/market-about.tsx"
import { OpenState } from "#app/catalog/open-state.tsx"
import { WhenCard } from "#app/catalog/when-card.tsx"
import { Card } from "#app/ui/card.tsx"
import { addressLine } from "#core/market/market-changes.ts"
import type { OwnCalendar, OwnWindow } from "#core/market/view-own-calendar.server.ts"
import type { OwnMarket } from "#core/market/view-own-market.server.ts"

type Props = Pick<OwnMarket, "market" | "photos"> & Pick<OwnCalendar, "when" | "specialDaysText">

/** The market as customers see it now. */
export function MarketPreview({ market, photos, when, specialDaysText }: Props) {
  return (
    <Card className="stack market-preview">
      <div>
        <h3>{market.name}</h3>
        <OpenState state={when.state} text={when.openText} />
      </div>
      <p className="soft">{addressLine(market)}</p>
      <div className="stack preview-hours">
        <Hours {...market} />
        <SpecialDays days={specialDaysText} />
      </div>
      <MarketAbout
        name={market.name}
        phone={market.phone}
        about={{ ...market, photo: photos[0]?.image ?? null }}
      />
      <WhenCard when={when} />
    </Card>
  )
}

/** Previews of the market at other times of the week, so that the seller sees the effect of a change. */
export function OtherTimes({ times }: { times: OwnCalendar["otherTimes"] }) {
  return (
    <Card className="stack other-times">
      <div>
        <h3>At other times</h3>
        <p className="soft">What customers see then.</p>
      </div>
      {times.map(({ label, state, openText, orderText }) => (
        <div key={label}>
          <h4 className="label">{label}</h4>
          <OpenState state={state} text={openText} />
          <p>{orderText}</p>
        </div>
      ))}
    </Card>
  )
}

/** The next windows that customers can choose, with their orders and capacity. */
export function NextWindows({ windows }: { windows: OwnCalendar["windows"] }) {
  return (
    <Card className="stack">
      <div className="card-head">
        <h3>Next times</h3>
        <span className="soft">places taken</span>
      </div>
      <WindowList label="Pickup" windows={windows.pickup} />
      <WindowList label="Delivery" windows={windows.delivery} />
    </Card>
  )
}

function WindowList({ label, windows }: { label: string; windows: readonly OwnWindow[] }) {
  return (
    <div>
      <h4 className="label">{label}</h4>
      {windows.length === 0 ? (
        <p className="soft">None within seven days</p>
      ) : (
        <ul className="window-list">
          {windows.map(({ text, taken, limit }) => (
            <li key={text}>
              <span>{text}</span>
              <PlacesTaken taken={taken} limit={limit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PlacesTaken({ taken, limit }: Omit<OwnWindow, "text">) {
  if (limit === null) return <span className="soft num">{taken === 0 ? "free" : `${taken} taken`}</span>
  if (taken >= limit) return <b className="window-full num">Full</b>
  return <span className="soft num">{`${taken} of ${limit}`}</span>
}
