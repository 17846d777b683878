import { Fragment } from "react"
import { Pill } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { MarketPage } from "#core/catalog/market-page.server.ts"
import { formatMoney, ZERO } from "#core/money.ts"
import { formatMiles } from "#core/places/distance.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { mapAddress } from "#core/places/map-address.ts"
import { FavoriteButton, FavoriteWideButton } from "./favorite-button.tsx"
import { daysOf, SpecialDays } from "./hours.tsx"
import { MarketAccepts, MarketStory, MarketWebsite, photoAlt } from "./market-about.tsx"
import { MarketAddress } from "./market-facts.tsx"
import { OpenState } from "./open-state.tsx"
import { OpeningAlertButton } from "./opening-alert-button.tsx"
import { WhenCard } from "./when-card.tsx"

type Props = Pick<
  MarketPage,
  "market" | "about" | "ordering" | "week" | "specialDays" | "isFavorite" | "hasOpeningAlert"
> & {
  place: Place | null
  /** The link back to the search results. */
  back: { label: string; to: string }
}

/** The market above its products: owner, place and time, and the costs of an order. */
export function MarketHead(props: Props) {
  const { market, about, ordering, week, specialDays, isFavorite, place, back } = props
  const { name, phone, when } = market
  return (
    <>
      <p className="back-link">
        <Link to={back.to}>
          <Icon name="left" width="18" height="18" />
          <span>{back.label}</span>
        </Link>
      </p>
      <header className="market-top" id="market">
        {about.photo && (
          <StoredImage
            image={about.photo}
            category=""
            alt={photoAlt(name)}
            width={560}
            height={350}
            sizes="(width < 768px) 100vw, (width < 1180px) 50vw, 560px"
            main
          />
        )}
        <div className="market-top-words">
          <div className="market-name">
            <h1>{name}</h1>
            <FavoriteButton marketId={market.id} marketName={name} isFavorite={isFavorite} at="market" />
          </div>
          <div className="split-start market-state">
            <OpenState state={when.state} text={when.openText} />
            {ordering.distanceMiles !== null && <p className="num">{formatMiles(ordering.distanceMiles)}</p>}
          </div>
          {about.story && <MarketStory story={about.story} />}
          <WhenCard when={when} costs={costsOf(ordering, place)}>
            <OpeningAlertButton marketId={market.id} hasAlert={props.hasOpeningAlert} at="market" />
            <FavoriteWideButton marketId={market.id} isFavorite={isFavorite} at="market" />
            <p>
              Need something today? <Link to={openNearby(place)}>See markets that are open</Link>
            </p>
          </WhenCard>
        </div>
        <div className="market-top-facts">
          <MarketFacts market={market} />
          <SpecialDays days={specialDays} />
          <details className="week">
            <summary>Hours of the week</summary>
            <dl>
              {week.map(({ day, hours, isToday }) => (
                <div key={day} aria-current={isToday ? "date" : undefined}>
                  <dt>{day}</dt>
                  <dd>{hours}</dd>
                </div>
              ))}
            </dl>
          </details>
          <MarketAccepts about={about} />
          <p className="market-ways">
            <a className="btn btn-plain btn-small" href={mapAddress(market)} rel="noopener">
              <Icon name="directions" />
              Directions
            </a>
            <a className="btn btn-plain btn-small num" href={`tel:${phone}`} aria-label={`Call ${phone}`}>
              <Icon name="phone" />
              <span>{phone}</span>
            </a>
            {about.website && <MarketWebsite website={about.website} />}
            <Pill ground="butter">All sales are final</Pill>
          </p>
        </div>
      </header>
    </>
  )
}

/** Place and time in one block of text: on a phone it is larger than any image, and so the largest contentful paint. */
function MarketFacts({ market }: Pick<Props, "market">) {
  return (
    <p className="soft">
      <MarketAddress market={market} />
      <br />
      {daysOf(market).map(([day, hours], index) => (
        <Fragment key={day}>
          <span className="day">
            <b>{day}</b> <span>{`${hours}${index < 2 ? " ·" : ""}`}</span>
          </span>{" "}
        </Fragment>
      ))}
    </p>
  )
}

/** "$3.99 to 10001 · orders from $25.00" */
function costsOf(ordering: Props["ordering"], place: Place | null) {
  const { deliveryFromCents, distanceMiles, pickupMinimumCents, deliveryMinimumCents } = ordering
  const from = (cents: typeof pickupMinimumCents) =>
    cents > ZERO ? ` · orders from ${formatMoney(cents)}` : ""
  const isKnown = place !== null && distanceMiles !== null
  const to = place?.label ?? ""
  const fee =
    deliveryFromCents === null
      ? `Too far to deliver to ${to}`
      : isKnown
        ? `${formatMoney(deliveryFromCents)} to ${to}`
        : `From ${formatMoney(deliveryFromCents)}`
  return { pickup: `Free${from(pickupMinimumCents)}`, delivery: `${fee}${from(deliveryMinimumCents)}` }
}

function openNearby(place: Place | null): string {
  const fields = { ...(place && place.label !== "you" ? { zip: place.label } : {}), open: "1" }
  return `/home?${new URLSearchParams(fields)}`
}
