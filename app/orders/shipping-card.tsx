import "./orders.css"
import { Card } from "#app/ui/card.tsx"
import { trackingLink } from "#core/orders/order.ts"
import { type Address, ShippingAddress } from "./shipping-address.tsx"

type Props = {
  delivery: Address & { carrier: string | null; trackingNumber: string | null }
  photoUrl: string | null
}

/** The address of a delivery, who delivers it, and the photo at the door. */
export function ShippingCard({ delivery, photoUrl }: Props) {
  return (
    <Card className="stack">
      <h2>Shipping address</h2>
      <ShippingAddress to={delivery} />
      {delivery.carrier && (
        <p>
          <span>{`${delivery.carrier}, tracking number`}</span>{" "}
          <TrackingNumber carrier={delivery.carrier} number={delivery.trackingNumber ?? ""} />
        </p>
      )}
      {photoUrl && <img src={photoUrl} alt="The order at the customer's door" className="delivery-photo" />}
    </Card>
  )
}

function TrackingNumber({ carrier, number }: { carrier: string; number: string }) {
  const link = trackingLink(carrier, number)
  if (!link) return <span className="num">{number}</span>
  return (
    <a className="num" href={link} target="_blank" rel="noreferrer">
      {number}
    </a>
  )
}
