import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { Money } from "#app/ui/money.tsx"
import { amountText } from "#core/catalog/product.ts"
import { countText } from "#core/count-text.ts"
import type { Cents } from "#core/money.ts"
import type { CartHere } from "./cart-here.ts"

type BarProps = {
  cart: Pick<CartHere, "count" | "totalCents">
  /** The chosen time, or the names of the markets. */
  detail: string | null
}

/** At the bottom of a phone's screen, while the cart has items. */
export function CartBar({ cart, detail }: BarProps) {
  if (cart.count === 0) return null
  return (
    <aside className="cart-bar" aria-label="Your cart">
      <p>
        <b className="num">
          <span>{`${countText(cart.count, "item")}, `}</span>
          <Money cents={cart.totalCents} />
        </b>
        {detail && <span className="soft">{detail}</span>}
      </p>
      <LinkButton to="/shopping-cart">
        <Icon name="cart" />
        View cart
      </LinkButton>
    </aside>
  )
}

type CardProps = {
  /** Where the items are from: "this market", or the markets' names. */
  from: string
  /** The cart's lines from these markets; empty if there are none. */
  lines: CartHere["lines"]
  count: number
  totalCents: Cents
  /** The number of items from elsewhere. */
  elsewhere?: number
}

/** The cart next to the products on a wide screen, with its lines. */
export function CartCard({ from, lines, count, totalCents, elsewhere = 0 }: CardProps) {
  if (count + elsewhere === 0) return null
  return (
    <Card as="aside" className="cart-card" aria-labelledby="cart-card">
      <h2 id="cart-card">In your cart</h2>
      {count > 0 && (
        <>
          <p className="soft">{`From ${from}`}</p>
          <ul>
            {lines.map((line) => (
              <li key={line.id} className="split">
                <span>
                  {line.quantity > 1 && <span className="num">{`${line.quantity} × `}</span>}
                  <span>{line.size ? `${line.productName}, ${line.size}` : line.productName}</span>
                </span>
                <span className="num">{amountText(line.lineCents, line)}</span>
              </li>
            ))}
          </ul>
          <p className="split cart-card-total">
            <b className="num">{countText(count, "item")}</b>
            <b>
              <Money cents={totalCents} />
            </b>
          </p>
        </>
      )}
      {elsewhere > 0 && (
        <p className="soft num">{`${count > 0 ? "And " : ""}${countText(elsewhere, "item")} from other markets`}</p>
      )}
      <LinkButton to="/shopping-cart" wide>
        Go to Shopping Cart
      </LinkButton>
    </Card>
  )
}

/** Explains that these items stay in the cart until their market takes orders again. */
export function CartWaits({ cart }: { cart: CartHere }) {
  if (cart.countHere === 0) return null
  const things = cart.countHere === 1 ? "1 item in your cart is" : `${cart.countHere} items in your cart are`
  return (
    <p className="notice">
      <Icon name="cart" />
      <span>
        <span>
          {`${things} from here. You can order ${cart.countHere === 1 ? "it" : "them"} when the market takes orders again. `}
        </span>
        <Link to="/shopping-cart">See your cart</Link>
      </span>
    </p>
  )
}
