import { orderWindowText } from "#core/calendar/calendar-words.ts"
import { type OrderTime, orderReadyText } from "#core/orders/order-time.ts"

type Props = { order: OrderTime; timeZone: string }

/** When the customer wants an order, or from when it will be ready; nothing for as soon as possible of an open market. */
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
