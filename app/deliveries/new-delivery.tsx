import { Button } from "#app/ui/button.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import { add } from "#core/money.ts"
import { TipText } from "./delivery-facts.tsx"

type Props = { delivery: WaitingDelivery; onFly: () => void; onLater: () => void }

/** A newly available delivery, with buttons to show it on the map or dismiss it. */
export function NewDelivery({ delivery, onFly, onLater }: Props) {
  return (
    <div className="new-delivery" role="alert">
      <p>
        <span>New delivery at</span> <strong>{delivery.marketName}</strong>
        <span>,</span> <span className="num">{moneyText(add(delivery.feeCents, delivery.tipCents))}</span>
        <TipText tipCents={delivery.tipCents} />
        <span>{delivery.window && `, for ${delivery.window.text}`}</span>
      </p>
      <div className="split-start">
        <Button type="button" small onClick={onFly}>
          New Order
        </Button>
        <Button type="button" small kind="plain" onClick={onLater}>
          Later
        </Button>
      </div>
    </div>
  )
}
