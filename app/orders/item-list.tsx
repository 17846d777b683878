import "./orders.css"
import type { SellerOrderRow } from "#core/orders/list-seller-orders.server.ts"

type Props = Pick<SellerOrderRow, "items">

/** The number of items that a card shows before the others are folded. */
const MOST_ITEMS = 5

/** The items of an order's card with what is left to give; those of a long order are folded after the first five. */
export function ItemList({ items }: Props) {
  const more = items.length > MOST_ITEMS + 1 ? items.slice(MOST_ITEMS) : []
  const shown = items.slice(0, items.length - more.length)
  return (
    <>
      <List items={shown} />
      {more.length > 0 && (
        <details>
          <summary className="text-link">{`${more.length} more lines`}</summary>
          <List items={more} />
        </details>
      )}
    </>
  )
}

const List = ({ items }: Props) => (
  <ul className="order-items" aria-label="Items">
    {items.map(({ id, quantity, name, refunded, replaced }) => (
      <li key={id}>
        <b className="num">{quantity}</b>
        <span className={quantity === 0 ? "gone" : undefined}>{name}</span>
        {refunded > 0 && <span className="late">{`${refunded} refunded`}</span>}
        {replaced > 0 && <span className="soft">{`${replaced} replaced`}</span>}
      </li>
    ))}
  </ul>
)
