import { Pill } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import type { PickOrder } from "#core/orders/pick-list.ts"

/** "Pickup", or "Delivery to 10118". */
export function FulfilmentPill({
  order: { fulfilment, zip },
}: {
  order: Pick<PickOrder, "fulfilment" | "zip">
}) {
  const isPickup = fulfilment === "pickup"
  return (
    <Pill ground={isPickup ? "sage" : "sky"}>
      <Icon name={isPickup ? "bag" : "bike"} width="16" height="16" />
      <span>{isPickup ? "Pickup" : zip ? `Delivery to ${zip}` : "Delivery"}</span>
    </Pill>
  )
}
