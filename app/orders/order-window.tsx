import { orderWindowText } from "#core/calendar/calendar-text.ts"
import { type OrderTime, orderReadyText } from "#core/orders/order-time.ts"

type Props = { order: OrderTime; timeZone: string }

/**
 * The requested window, or when the order will be ready; renders nothing for "as soon as possible" at an open market.
 */
export function OrderWindow({ order, timeZone }: Props) {
  const text = orderWindowText(order, timeZone)
  if (text)
    return (
      <p>
        <b>{order.fulfilment === "pickup" ? "Pickup" : "Delivery"}</b> <span>{text}</span>
      </p>
    )
  const ready = orderReadyText(order, timeZone)
  return ready && <p>{ready}</p>
}
