import { CallLinks } from "#app/orders/call-links.tsx"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { marketLine } from "./delivery-facts.tsx"
import { StepForm } from "./step-form.tsx"

type Props = { delivery: ActiveDelivery; onPickUp: () => void }

/** The way to the market and the pickup there: where it is, whom to call, and the Pick up button. */
export function AtMarket({ delivery, onPickUp }: Props) {
  return (
    <>
      <address>
        <strong>{delivery.marketName}</strong>
        <br />
        <span>{marketLine(delivery)}</span>
        <br />
        <a className="num" href={`tel:${delivery.marketPhone}`}>
          {delivery.marketPhone}
        </a>
      </address>
      <CallLinks name={delivery.firstName} phone={delivery.phone} canText />
      {delivery.instructions && <Instructions text={delivery.instructions} />}
      <StepForm intent="pickUp" deliveryId={delivery.id} onStep={onPickUp} wide>
        Pick up
      </StepForm>
    </>
  )
}

/** The customer's delivery instructions, as they wrote them. */
export function Instructions({ text }: { text: string }) {
  return (
    <div>
      <h3 className="label">At the door</h3>
      <p className="as-typed">{text}</p>
    </div>
  )
}
