import { Card, Dash, Pill } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { add } from "#core/money.ts"
import { AtDoor } from "./at-door.tsx"
import { AtMarket } from "./at-market.tsx"
import { TipText, WantedFor } from "./delivery-facts.tsx"
import type { StepKind } from "./queued-steps.ts"
import { RoutePanel } from "./route-panel.tsx"
import { StepForm } from "./step-form.tsx"
import type { DirectionsState } from "./use-directions.ts"

type Props = {
  delivery: ActiveDelivery
  hasArrived: boolean
  directions: DirectionsState
  photoError: string | undefined
  onStep: (kind: StepKind, photo?: Blob) => void
  onGiveBack: () => void
}

/** The delivery under way, with its next step. */
export function ActivePanel({ delivery, hasArrived, directions, photoError, onStep, onGiveBack }: Props) {
  const isPickedUp = delivery.status === "picked up"
  return (
    <Card className="stack active-card">
      <div className="split">
        <h2>
          Order <span className="num">{delivery.orderNumber}</span>
        </h2>
        <Pill>{delivery.status}</Pill>
      </div>
      {hasArrived && (
        <Notice kind="good" role="status">
          You have arrived to your order
        </Notice>
      )}
      <WantedFor window={delivery.window} />
      {isPickedUp ? (
        <AtDoor delivery={delivery} photoError={photoError} onDeliver={(photo) => onStep("deliver", photo)} />
      ) : (
        <AtMarket delivery={delivery} onPickUp={() => onStep("pickUp")} />
      )}
      <RoutePanel deliveryId={delivery.id} directions={directions} />
      <Dash />
      <div className="split">
        <span>
          <span>You get</span>{" "}
          <strong className="num">{moneyText(add(delivery.feeCents, delivery.tipCents))}</strong>
          <TipText tipCents={delivery.tipCents} />
        </span>
        {!isPickedUp && (
          <StepForm intent="giveBack" deliveryId={delivery.id} onStep={onGiveBack} kind="plain">
            Give it back
          </StepForm>
        )}
      </div>
    </Card>
  )
}
