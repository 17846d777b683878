import { Form } from "react-router"
import { OrderNoteText } from "#app/orders/order-note.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { checkOffOf, PICK_PARAMS, type PickOrder, pickText } from "#core/orders/pick-list.ts"
import { CheckOffBox } from "./check-off.tsx"
import { FulfilmentPill } from "./fulfilment-pill.tsx"

/** Each order with its items, in due order. A box on each order chooses it for a list, slips or labels of its own. */
export function PickByOrder({ orders }: { orders: PickOrder[] }) {
  return (
    <Form method="get" action="/pick-list" className="stack">
      <input type="hidden" name={PICK_PARAMS.view} value="order" />
      <ul className="pick-orders">
        {orders.map((order) => (
          <Card as="li" key={order.id} className="stack pick-order">
            <div className="split">
              <h3>{order.due}</h3>
              <FulfilmentPill order={order} />
            </div>
            <div className="split">
              <b>{order.customerName}</b>
              <Link className="text-link num" to={`/order-seller?OrderID=${order.id}`}>
                {`Order ${order.number}`}
              </Link>
            </div>
            {order.isReady && <p className="soft">Ready</p>}
            <PickItems order={order} canCheckOff />
            <OrderNoteText order={order} reader="seller" />
            <label className="check no-print">
              <input type="checkbox" name={PICK_PARAMS.orders} value={order.number} />
              <span>{`Choose order ${order.number}`}</span>
            </label>
          </Card>
        ))}
      </ul>
      <fieldset className="pick-chosen no-print">
        <legend>With the chosen orders</legend>
        <Button small>Make a pick list</Button>
        <Button small kind="plain" formAction="/packing-slips">
          Packing slips
        </Button>
        <Button small kind="plain" formAction="/labels">
          Labels
        </Button>
      </fieldset>
    </Form>
  )
}

type ItemsProps = { order: Pick<PickOrder, "lines">; canCheckOff?: boolean }

/** What is in the bag of an order, or is to be, one line each. */
export const PickItems = ({ order, canCheckOff = false }: ItemsProps) =>
  order.lines.length === 0 ? (
    <p className="soft">Everything in this order was refunded.</p>
  ) : (
    <ul className="pick-items" aria-label="Items">
      {order.lines.map((line) => (
        <li key={line.id}>
          {canCheckOff ? (
            <CheckOffBox check={checkOffOf([line])} label={pickText(line)} />
          ) : (
            <i className="pick-tick" aria-hidden="true" />
          )}
          <span className="num">{pickText(line)}</span>
          {line.insteadOf && <span className="soft">{`instead of ${line.insteadOf}`}</span>}
          {canCheckOff && line.isWaiting && <span className="soft no-print">waiting for an answer</span>}
        </li>
      ))}
    </ul>
  )
