import type { ReactNode } from "react"
import { Card } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { LivePaused } from "#app/ui/states.tsx"
import { type OrderStatus, statusText } from "#core/orders/statuses.ts"
import { type Line, OrderLines } from "./order-lines.tsx"
import { type Address, ShippingAddress } from "./shipping-address.tsx"

type Props = {
  lines: Line[]
  order: { number: number; status: OrderStatus | null }
  /** "From" the market, or "For" the customer. */
  who: string
  /** None before the seller has acted on it: then there is no shipping yet. */
  delivery: Address | null
  /** What the customer asked for with it. */
  asked?: Elements
  /** Where to go on from here. */
  children: ReactNode
}

/** One order's items, the same for who bought them and who sells them. */
export function OrderItems({ order, who, lines, delivery, asked, children }: Props) {
  return (
    <div className="stack">
      <h1>
        Order <span className="num">{order.number}</span>
      </h1>
      <p className="lead">{`${who}: ${statusText(order.status)}`}</p>
      {asked}
      <LivePaused />
      <OrderLines lines={lines} />
      {delivery && (
        <Card className="stack">
          <h2>Shipping address</h2>
          <ShippingAddress to={delivery} />
        </Card>
      )}
      <div className="split-start">{children}</div>
    </div>
  )
}
