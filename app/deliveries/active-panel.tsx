import { CallLinks } from "#app/orders/call-links.tsx"
import { ShippingAddress } from "#app/orders/shipping-address.tsx"
import { Card, Dash, Pill } from "#app/ui/card.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { add } from "#core/money.ts"
import { DeliverForm } from "./deliver-form.tsx"
import { marketLine, TipText, WantedFor } from "./delivery-facts.tsx"
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
      {isPickedUp ? <Door to={delivery} /> : <Market at={delivery} />}
      <CallLinks name={delivery.firstName} phone={delivery.phone} canText />
      {delivery.instructions && <Instructions text={delivery.instructions} />}
      {isPickedUp ? (
        <DeliverForm
          deliveryId={delivery.id}
          error={photoError}
          onDeliver={(photo) => onStep("deliver", photo)}
        />
      ) : (
        <StepForm intent="pickUp" deliveryId={delivery.id} onStep={() => onStep("pickUp")} wide>
          Pick up
        </StepForm>
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

function Market({ at }: { at: ActiveDelivery }) {
  return (
    <address>
      <strong>{at.marketName}</strong>
      <br />
      <span>{marketLine(at)}</span>
      <br />
      <a className="num" href={`tel:${at.marketPhone}`}>
        {at.marketPhone}
      </a>
    </address>
  )
}

function Door({ to }: { to: ActiveDelivery }) {
  if (!to.address) return <p>The address will show when you're back online.</p>
  return <ShippingAddress to={{ ...to, address: to.address, phone: "" }} />
}

/** The customer's delivery instructions, as they wrote them. */
function Instructions({ text }: { text: string }) {
  return (
    <div>
      <h3 className="label">At the door</h3>
      <p className="as-typed">{text}</p>
    </div>
  )
}
