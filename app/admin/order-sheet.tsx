import { Form, Link } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { OrderLines } from "#app/orders/order-lines.tsx"
import { OrderMoney } from "#app/orders/order-money.tsx"
import { ShippingAddress } from "#app/orders/shipping-address.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { orderWindowText } from "#core/calendar/calendar-text.ts"
import type { AdminOrder } from "#core/orders/find-orders.server.ts"
import { REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { CANCELLED_BY, statusText } from "#core/orders/statuses.ts"
import { leftAfter } from "#core/payments/refund.ts"
import { CancelAsAdmin } from "./cancel-as-admin.tsx"
import { Facts } from "./facts.tsx"
import type { RefundAnswer } from "./refund.ts"
import { RefundForm } from "./refund-form.tsx"
import { RefundList } from "./refund-list.tsx"
import { WhenText } from "./when-text.tsx"

type Props = { found: AdminOrder; answer: FormAnswer | undefined; review: RefundAnswer | null }

/** One order for phone support: people, items, status, and the actions of admins. */
export function OrderSheet({ found, answer, review }: Props) {
  const { order, lines, delivery } = found
  return (
    <div className="review">
      <div className="stack">
        <OrderFacts found={found} />
        <OrderLines lines={lines} />
        <RefundPart found={found} answer={answer} review={review} />
      </div>
      <aside className="stack">
        <OrderMoney order={order} refunds={found.refunds} reader="admin" />
        <RefundList found={found} />
        {delivery && (
          <Card className="stack">
            <h2 className="admin-h">Deliver to</h2>
            <ShippingAddress to={delivery} />
          </Card>
        )}
        {order.status === "taken" && delivery && <ReleaseForm delivery={delivery} courier={found.courier} />}
        <div className="split-start">
          <CancelAsAdmin found={found} answer={answer} />
          <LinkButton kind="plain" to="/admin-orders">
            All orders
          </LinkButton>
        </div>
      </aside>
    </div>
  )
}

/** The form for a partial refund, or why it is not possible. */
function RefundPart({ found, answer, review }: Props) {
  const { order } = found
  if (order.status === "cancelled") return null
  if (order.chargedBackAt)
    return (
      <Notice kind="info">
        This payment is disputed. Nothing can be refunded until the customer's bank decides.
      </Notice>
    )
  if (leftAfter(order, found.refunds) <= 0) return <Notice kind="info">This order was fully refunded.</Notice>
  // A completed refund clears the form: with the same values it could be made a second time.
  return <RefundForm key={found.refunds.length} found={found} answer={answer} review={review} />
}

function OrderFacts({ found }: { found: AdminOrder }) {
  const { order, market, delivery, courier } = found
  const wantedFor = orderWindowText(order, market.timeZone)
  return (
    <Facts
      title={`Order ${order.number}`}
      facts={[
        { label: "Status", value: statusText(order.status) },
        { label: "Placed", value: <WhenText at={order.createdAt} /> },
        {
          label: "Market",
          value: (
            <Link className="text-link" to={`/seller-info?seller=${found.sellerId}`}>
              {market.name}
            </Link>
          ),
        },
        { label: "Customer", value: `${found.customer}, ${found.customerEmail}` },
        { label: "Fulfillment", value: order.fulfilment === "pickup" ? "Pick up" : "Delivery" },
        ...(wantedFor ? [{ label: "Wanted for", value: `${wantedFor}, the market's time` }] : []),
        ...(order.note ? [{ label: "Customer's note", value: order.note }] : []),
        ...(order.replacement
          ? [{ label: "If something is out", value: REPLACEMENT_WORDS[order.replacement] }]
          : []),
        ...(delivery ? [{ label: "Delivered by", value: carrierText(order, delivery, courier) }] : []),
        ...(order.cancelledAt
          ? [
              { label: "Canceled", value: <WhenText at={order.cancelledAt} /> },
              { label: "By", value: order.cancelledBy && CANCELLED_BY[order.cancelledBy] },
              { label: "Reason", value: order.cancelReason },
              ...(order.restocked === null
                ? []
                : [
                    {
                      label: "Goods",
                      value: order.restocked ? "Back in stock" : "Not back in stock",
                    },
                  ]),
            ]
          : []),
      ]}
    />
  )
}

function carrierText(
  { status }: Pick<AdminOrder["order"], "status">,
  delivery: NonNullable<AdminOrder["delivery"]>,
  courier: AdminOrder["courier"],
): string {
  const { hasDeliverer, carrier } = delivery
  const who = hasDeliverer
    ? (carrier ?? "The seller's own person")
    : courier && `${courier.firstName} ${courier.lastName}`
  if (status === "cancelled") return who ? `${who}, until it was canceled` : "Nobody: it was canceled first"
  return who ?? (hasDeliverer === null ? "Not decided yet" : "Waiting for a courier")
}

type ReleaseProps = { delivery: { id: string }; courier: AdminOrder["courier"] }

/** Returns the delivery to the offers when its courier does not come. */
function ReleaseForm({ delivery, courier }: ReleaseProps) {
  return (
    <Card className="stack">
      <h2 className="admin-h">Taken, not picked up</h2>
      <p>
        {`${courier ? `${courier.firstName} ${courier.lastName}` : "A courier"} took this delivery. If they don't come, release it so others can take it.`}
      </p>
      <Form method="post" className="stack">
        <input type="hidden" name="intent" value="release" />
        <input type="hidden" name="deliveryId" value={delivery.id} />
        <SubmitButton kind="danger">Release this delivery</SubmitButton>
      </Form>
    </Card>
  )
}
