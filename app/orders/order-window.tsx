import { orderWindowText } from "#core/calendar/calendar-words.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"

type Props = {
  order: { fulfilment: Fulfilment; windowStartsAt: Date | null; windowEndsAt: Date | null }
  timeZone: string
}

/** When the customer wants an order; nothing for as soon as possible. */
export function OrderWindow({ order, timeZone }: Props) {
  const text = orderWindowText(order, timeZone)
  return (
    text && (
      <p>
        <b>{order.fulfilment === "pickup" ? "Pickup" : "Delivery"}</b> {text}
      </p>
    )
  )
}
