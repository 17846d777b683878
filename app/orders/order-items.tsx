import type { ReactNode } from "react"
import { Card } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { LivePaused } from "#app/ui/states.tsx"
import type { OrderTime } from "#core/orders/order-time.ts"
import { statusText } from "#core/orders/statuses.ts"
import { type Line, OrderLines } from "./order-lines.tsx"
import { OrderWindow } from "./order-window.tsx"
import { type Address, ShippingAddress } from "./shipping-address.tsx"

type Props = {
  lines: Line[]
  order: OrderTime & { number: number }
  timeZone: string
  customerName: string
  /** Null before the seller has acted on the order: there is no shipping yet. */
  delivery: Address | null
  /** Shows the seller the requested time and the customer's note. */
  asked: Elements
  /** Links to continue with. */
  children: ReactNode
}

/** One order's items, for its seller. */
export function OrderItems({ order, timeZone, customerName, lines, delivery, asked, children }: Props) {
  return (
    <div className="stack">
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">{`For ${customerName}, ${order.fulfilment === "pickup" ? "pick up" : "delivery"}: ${statusText(order.status)}`}</p>
      <OrderWindow order={order} timeZone={timeZone} />
      {asked}
      <LivePaused />
      <ItemsSent lines={lines} delivery={delivery} />
      <div className="split-start">{children}</div>
    </div>
  )
}

/** The items of an order, and the address that they are delivered to. */
export const ItemsSent = ({ lines, delivery }: Pick<Props, "lines" | "delivery">) => (
  <>
    <OrderLines lines={lines} />
    {delivery && (
      <Card className="stack">
        <h2>Shipping address</h2>
        <ShippingAddress to={delivery} />
      </Card>
    )}
  </>
)
