import type { FormAnswer } from "#app/forms/submit-form.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash, Pill, Receipt } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"
import { isComplete, statusText } from "#core/orders/statuses.ts"
import { OrderNoteText } from "./order-note.tsx"
import { OrderWindow } from "./order-window.tsx"
import { StatusForm } from "./status-form.tsx"
import type { StatusUpdates } from "./use-status-queue.ts"

type Props = { order: SellerOrderRow; answer: FormAnswer | undefined; queue: StatusUpdates }

/** One order in a market's list: its value, its status, and the next step. */
export function SellerOrderCard({ order, answer, queue }: Props) {
  const { id, number, status, fulfilment, confirmation, createdAt, timeZone } = order
  const open = !isComplete(order) && status !== "cancelled"
  return (
    <Card as="li">
      <div className="split">
        <h3>
          Order <span className="num">{number}</span>
        </h3>
        <Pill ground={status === "cancelled" ? "blush" : open ? "butter" : "sage"}>{statusText(status)}</Pill>
      </div>
      <p className="soft">{`${order.customerName}, ${fulfilment === "pickup" ? "pick up" : "delivery"}`}</p>
      <OrderWindow order={order} timeZone={timeZone} />
      <OrderNoteText order={order} reader="seller" />
      <ul className="print-only" aria-label="Items">
        {order.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Dash />
      <Receipt
        lines={[
          { label: "Confirmation", value: confirmation },
          {
            label: "Date made",
            value: <DateText iso={createdAt.toISOString()} timeZone={timeZone} />,
          },
          { label: "Tax", value: moneyText(order.taxCents) },
          { label: "Total", value: moneyText(order.totalCents), total: true },
          order.refundedCents > 0 ? { label: "Refunded", value: moneyText(-order.refundedCents) } : null,
        ]}
      />
      <div className="stack space-above">
        {open && fulfilment === "pickup" && <StatusForm order={order} answer={answer} queue={queue} />}
        <div className="split-start">
          {open && fulfilment === "delivery" && (
            <LinkButton
              small
              to={`/update-shipping?OrderDetails=${id}&title=1`}
              aria-label={`${status === null ? "Take action" : "Shipping"}, order ${number}`}
            >
              {status === null ? "Take action" : "Shipping"}
            </LinkButton>
          )}
          <LinkButton
            small
            kind="plain"
            to={`/marketOrderDetails?OrderDetails=${id}`}
            aria-label={`View Order ${number}`}
          >
            View Order
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}
