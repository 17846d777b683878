import { Link } from "react-router"
import { Notice } from "#app/ui/states.tsx"
import type { OrderInHand } from "#core/approvals/orders-in-hand.server.ts"
import { statusText } from "#core/orders/statuses.ts"

type Props = {
  orders: readonly OrderInHand[]
  /** What the admin has to do before they can deny the person. */
  text: string
}

/** The orders because of which a person can't be denied; nothing where there are none. */
export function OrdersInHand({ orders, text }: Props) {
  if (orders.length === 0) return null
  return (
    <Notice kind="info">
      <p>{text}</p>
      <ul>
        {orders.map(({ number, status }) => (
          <li key={number}>
            <Link className="text-link" to={`/admin-orders?order=${number}`}>
              {`Order ${number}, ${statusText(status)}`}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
