import "./customer-orders.css"
import { LinkButton } from "#app/ui/button.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { CustomerOrderRow as Row } from "#core/orders/list-customer-orders.server.ts"

/** The names of the columns on a wide screen; a screen reader reads those of each row. */
export const OrderColumns = () => (
  <div className="orders-head" aria-hidden="true">
    <p>
      <b>Date made</b> <span>Order, confirmation</span>
    </p>
    <b>Market</b>
    <b className="column-items">Items</b>
    <b>Status</b>
    <b className="column-total">Total</b>
  </div>
)

/** One order of a customer's list: a card on a phone, a row of a table on a wide screen. */
export function CustomerOrderRow({ order }: { order: Row }) {
  return (
    <li className="order-row">
      <div className="row-state">
        <h2 className={order.isCancelled ? "row-now late" : "row-now"}>
          <span className="sr-only">{`Order ${order.number}: `}</span>
          <span>{order.sentence}</span>
        </h2>
        {order.when && <p className="soft num">{order.when}</p>}
        {order.isAsked && (
          <Link className="text-link" to={`/order?OrderID=${order.id}#replacement`}>
            Something is out: answer about a replacement
          </Link>
        )}
      </div>
      <p className="row-market">
        <Icon name={order.fulfilment === "pickup" ? "bag" : "bike"} />
        <span className="sr-only">{`${order.fulfilment},`}</span> <b>{order.marketName}</b>
      </p>
      <div className="row-items">
        <div className="row-images" aria-hidden="true">
          {order.items.map(({ category, image }, index) => (
            <StoredImage
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order keep their order
              key={index}
              image={image}
              category={category}
              alt=""
              width={32}
              height={32}
            />
          ))}
          {order.moreItems > 0 && <span className="num">{`+${order.moreItems}`}</span>}
        </div>
        <p className="soft row-names">{order.names}</p>
      </div>
      <dl className="row-facts">
        <div className="row-date">
          <dt>Date made</dt>
          <dd>
            <DateText iso={order.createdAt.toISOString()} timeZone={order.timeZone} />
          </dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd className="num">{order.number}</dd>
        </div>
        <div>
          <dt>Confirmation</dt>
          <dd className="num">{order.confirmation}</dd>
        </div>
      </dl>
      <dl className="row-money num">
        <div className="row-total">
          <dt>Total</dt>
          <dd>{moneyText(order.totalCents)}</dd>
        </div>
        <div>
          <dt>Tax</dt>
          <dd>{moneyText(order.taxCents)}</dd>
        </div>
        {order.refundedCents > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>{moneyText(-order.refundedCents)}</dd>
          </div>
        )}
      </dl>
      <LinkButton
        small
        kind="plain"
        to={`/order-details?OrderDetails=${order.id}`}
        aria-label={`View Order ${order.number}`}
      >
        View Order
      </LinkButton>
    </li>
  )
}
