import type { FormAnswer } from "#app/forms/submit-form.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash, Pill, Receipt } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { moneyText } from "#app/ui/money.tsx"
import type { SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"
import { isComplete, statusText } from "#core/orders/statuses.ts"
import { CallLinks } from "./call-links.tsx"
import { ItemList } from "./item-list.tsx"
import { OrderNoteText } from "./order-note.tsx"
import { OrderStep } from "./order-step.tsx"
import { placeInList } from "./place-in-list.ts"
import { StatusForm } from "./status-form.tsx"
import type { StatusUpdates } from "./use-status-queue.ts"

type Props = {
  order: SellerOrderRow
  /** The query string of the list, to which the order's pages lead back. */
  list: string
  usualOwnDeliverer: boolean | null
  answer: FormAnswer | undefined
  queue: StatusUpdates
}

/** One order in a market's list: when it is due, its items, what the market receives, and the next step. */
export function SellerOrderCard({ order, list, usualOwnDeliverer, answer, queue }: Props) {
  const { id, number, status, fulfilment, createdAt, timeZone } = order
  const open = !isComplete(order) && status !== "cancelled"
  return (
    <Card
      as="li"
      id={`order-${number}`}
      className={open && order.isLate ? "order-card order-late" : "order-card"}
    >
      <div className="split">
        <h3 className="order-due">{order.due}</h3>
        <Pill ground={fulfilment === "pickup" ? "sage" : "sky"}>
          <Icon name={fulfilment === "pickup" ? "bag" : "bike"} width="16" height="16" />
          <span>{fulfilment === "pickup" ? "Pickup" : "Delivery"}</span>
        </Pill>
      </div>
      {open && <TimeLeft order={order} />}
      <div className="split">
        <b>{order.customerName}</b>
        <span className="soft num">{`Order ${number}`}</span>
      </div>
      <Dash />
      <ItemList items={order.items} />
      <OrderNoteText order={order} reader="seller" />
      {order.toCall && <CallLinks name={order.toCall.firstName} phone={order.toCall.phone} canText />}
      <Dash />
      <Receipt
        lines={[
          { label: "You receive", value: moneyText(order.receivedCents), total: true },
          order.refundedCents > 0 ? { label: "Refunded", value: moneyText(-order.refundedCents) } : null,
          { label: "Confirmation", value: order.confirmation },
          open ? null : { label: "Status", value: statusText(status) },
          {
            label: "Date made",
            value: <DateText iso={createdAt.toISOString()} timeZone={timeZone} />,
          },
        ]}
      />
      <div className="stack space-above">
        {open && (
          <OrderStep
            order={order}
            packing={order.packing}
            list={list}
            hasDeliverer={order.hasDeliverer}
            usualOwnDeliverer={usualOwnDeliverer}
            answer={answer}
          />
        )}
        {open && fulfilment === "pickup" && <StatusForm order={order} answer={answer} queue={queue} />}
        <div className="split-start">
          {open && fulfilment === "delivery" && (
            <LinkButton
              small
              kind="plain"
              to={`/update-shipping?OrderDetails=${id}&title=1${placeInList(list)}`}
              aria-label={`${status === null ? "Take action" : "Shipping"}, order ${number}`}
            >
              {status === null ? "Take action" : "Shipping"}
            </LinkButton>
          )}
          <LinkButton
            small
            kind="plain"
            to={`/marketOrderDetails?OrderDetails=${id}${placeInList(list)}`}
            aria-label={`View Order ${number}`}
          >
            View Order
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}

function TimeLeft({ order: { status, left, isLate, isTimed, zip } }: Pick<Props, "order">) {
  const when = isTimed ? left : `As soon as possible${left ? `, ${left}` : ""}`
  return (
    <p className={isLate ? "late" : "soft"}>
      {status !== null && status !== "pending" && (
        <>
          <b className="status-now">{statusText(status)}</b>{" "}
        </>
      )}
      <span>{[when, zip && `to ${zip}`].filter(Boolean).join(", ")}</span>
    </p>
  )
}
