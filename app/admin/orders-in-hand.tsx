import { Link } from "react-router"
import { Notice } from "#app/ui/states.tsx"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import type { OrderInHand } from "#core/approvals/orders-in-hand.server.ts"
import { statusText } from "#core/orders/statuses.ts"

/** What the admin has to do before denying the person. */
const FIRST: Record<ApplicantRole, string> = {
  seller: "This market has open orders. Cancel them, or have the market hand them over, before you deny it:",
  deliverer: "This courier has an order. Release or cancel it before you deny them:",
}

type Props = { orders: readonly OrderInHand[]; who: ApplicantRole }

/** The open orders because of which a person can't be denied; renders nothing if there are none. */
export function OrdersInHand({ orders, who }: Props) {
  if (orders.length === 0) return null
  return (
    <Notice kind="info">
      <p>{FIRST[who]}</p>
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
