import { Button } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import { formatMiles } from "#core/places/distance.ts"
import { DeliveryFacts } from "./delivery-facts.tsx"
import { RoutePanel } from "./route-panel.tsx"
import { StepForm } from "./step-form.tsx"
import type { DirectionsState } from "./use-directions.ts"

type Props = {
  waiting: WaitingDelivery[]
  directions: DirectionsState
  isOffline: boolean
  onTake: (delivery: WaitingDelivery) => void
}

/** The map's deliveries as a list: for screen readers, and if there is no WebGL or no JavaScript. */
export function WaitingList({ waiting, directions, isOffline, onTake }: Props) {
  if (waiting.length === 0)
    return (
      <p className="soft">
        {isOffline
          ? "Deliveries near you will show when you're back online."
          : "No deliveries are waiting within 25 miles. New ones appear here on their own."}
      </p>
    )
  return (
    <ul className="stack">
      {waiting.map((delivery) => (
        <Card as="li" key={delivery.id} id={cardId(delivery.id)} className="stack waiting-card">
          <div className="split">
            <h3>{delivery.marketName}</h3>
            <Pill>{`${formatMiles(delivery.awayMiles)} away in a straight line`}</Pill>
          </div>
          <div>
            <DeliveryFacts delivery={delivery} />
          </div>
          <WaitingActions delivery={delivery} directions={directions} onTake={onTake} />
          {[directions.shownFor, directions.shown?.deliveryId].includes(delivery.id) && (
            <RoutePanel deliveryId={delivery.id} directions={directions} />
          )}
        </Card>
      ))}
    </ul>
  )
}

export const cardId = (deliveryId: string) => `delivery-${deliveryId}`

/** The actions of a waiting delivery, in the list and in the map's window: take it, or see the route first. */
export function WaitingActions({
  delivery,
  directions,
  onTake,
}: { delivery: WaitingDelivery } & Omit<Props, "waiting" | "isOffline">) {
  return (
    <div className="split-start">
      <StepForm
        intent="take"
        deliveryId={delivery.id}
        onStep={() => onTake(delivery)}
        label={`Take order ${delivery.orderNumber}`}
      >
        Take order
      </StepForm>
      <Button
        type="button"
        kind="plain"
        className="js-only"
        aria-label={`Show route to ${delivery.marketName} for order ${delivery.orderNumber}`}
        onClick={() => void directions.calculate(delivery.id)}
      >
        Show route
      </Button>
    </div>
  )
}
