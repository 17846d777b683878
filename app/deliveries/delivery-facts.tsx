import { moneyText } from "#app/ui/money.tsx"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import { add } from "#core/money.ts"
import { formatMiles } from "#core/places/distance.ts"

type Market = Pick<
  WaitingDelivery,
  "marketName" | "marketAddress" | "marketCity" | "marketState" | "marketZip" | "marketPhone"
>

/** Market, address line and phone; order number, distance and fee. No data of the customer. */
export function DeliveryFacts({ delivery }: { delivery: Omit<WaitingDelivery, "awayMiles"> }) {
  const { marketPhone, orderNumber, deliveryMiles, feeCents, tipCents } = delivery
  return (
    <>
      <p>{marketLine(delivery)}</p>
      <p>
        <a className="num" href={`tel:${marketPhone}`}>
          {marketPhone}
        </a>
      </p>
      <p className="num">
        {`Order ${orderNumber}${deliveryMiles !== null ? ` · ${formatMiles(deliveryMiles)} to deliver, in a straight line` : ""}`}
      </p>
      <WantedFor window={delivery.window} />
      <p>
        <span>You get</span> <strong className="num">{moneyText(add(feeCents, tipCents))}</strong>
        <TipText tipCents={tipCents} />
      </p>
    </>
  )
}

/** How much of the courier's money is a tip; nothing for none. */
export const TipText = ({ tipCents }: Pick<WaitingDelivery, "tipCents">) =>
  tipCents > 0 && <span className="num">{`, ${moneyText(tipCents)} of it a tip`}</span>

/** The customer's time window; nothing for as soon as possible. */
export function WantedFor({ window }: Pick<WaitingDelivery, "window">) {
  return (
    window && (
      <p>
        Deliver <strong>{window.text}</strong>
      </p>
    )
  )
}

export const marketLine = (of: Market) =>
  `${of.marketAddress}, ${of.marketCity}, ${of.marketState} ${of.marketZip}`
