import { CallLinks } from "#app/orders/call-links.tsx"
import { ShippingAddress } from "#app/orders/shipping-address.tsx"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { Instructions } from "./at-market.tsx"
import { DeliverForm } from "./deliver-form.tsx"

type Props = {
  delivery: ActiveDelivery
  photoError: string | undefined
  onDeliver: (photo: Blob) => void
}

/** The way to the customer and the delivery there: the address, whom to call, and the photo with Delivered. */
export function AtDoor({ delivery, photoError, onDeliver }: Props) {
  return (
    <>
      {delivery.address ? (
        <ShippingAddress to={{ ...delivery, address: delivery.address, phone: "" }} />
      ) : (
        <p>The address will show when you're back online.</p>
      )}
      <CallLinks name={delivery.firstName} phone={delivery.phone} canText />
      {delivery.instructions && <Instructions text={delivery.instructions} />}
      <DeliverForm deliveryId={delivery.id} error={photoError} onDeliver={onDeliver} />
    </>
  )
}
