import { LinkButton } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { isBuyable } from "#core/cart/cart.ts"
import { type CartEstimate, deliveriesText } from "#core/cart/estimate.ts"
import { tipLabel } from "#core/cart/tip.ts"
import type { CartPage } from "#core/cart/view-cart.server.ts"
import { FINAL_WEIGHT_TOTAL_TEXT } from "#core/catalog/product.ts"
import { countText } from "#core/count-text.ts"
import { CART_FORM } from "./cart-form.tsx"
import { lineId } from "./cart-line.tsx"

/** The estimated total and Proceed Checkout, which stays at the bottom of a phone's screen. */
export function CartSum({ cart, estimate }: Pick<CartPage, "cart" | "estimate">) {
  const gone = cart.lines.find((line) => !isBuyable(line))
  return (
    <aside className="cart-side" aria-label="Your estimate">
      <Card className="stack">
        <h2>Your estimate</h2>
        <Receipt
          lines={[
            { label: countText(estimate.count, "item"), value: moneyText(estimate.itemsCents) },
            ...(estimate.count > 0 ? deliveryLines(cart.fulfilment, estimate) : []),
            estimate.tipCents > 0
              ? { label: tipLabel(cart.tip.percent), value: moneyText(estimate.tipCents) }
              : null,
            { label: "Tax, estimated", value: moneyText(estimate.taxCents) },
          ]}
        />
        {gone && <Notice kind="bad">Some of your cart can't be bought now and isn't counted here.</Notice>}
        {cart.limit && <Notice kind="bad">{cart.limit}</Notice>}
        {cart.lines.some(({ byWeight }) => byWeight) && <p className="soft">{FINAL_WEIGHT_TOTAL_TEXT}</p>}
        <p className="soft">An estimate. You see the exact amounts before you pay.</p>
        <p className="soft">All sales are final</p>
      </Card>
      <div className="card proceed-bar">
        <div>
          <p className="soft">{`${countText(estimate.count, "item")}, ${kindText(cart.fulfilment, estimate)}`}</p>
          <p className="checkout-total">
            <span>Total: </span>
            <span>{moneyText(estimate.totalCents)}</span>
          </p>
        </div>
        {gone ? (
          <LinkButton kind="plain" to={`#${lineId(gone)}`}>
            See what you can't buy
          </LinkButton>
        ) : (
          <SubmitButton form={CART_FORM} name="intent" value="proceed">
            Proceed Checkout
          </SubmitButton>
        )}
      </div>
    </aside>
  )
}

type Choice = CartPage["cart"]["fulfilment"]

/** The delivery option with its cost, and the markets that can't deliver. */
function deliveryLines(choice: Choice, estimate: CartEstimate) {
  const { to, markets, deliveries, pickups, deliveryCents, isAtLeast } = estimate
  if (pickups === markets.length) return [{ label: "Pick up", value: "Free" }]
  const label = (count: number) =>
    `${markets.length === 1 ? "Delivery" : deliveriesText(count)}${to ? ` to ${to}` : ""}`
  if (choice === null) return [{ label: label(markets.length), value: "Choose first" }]
  const without = markets.length - pickups - deliveries
  const cost = moneyText(deliveryCents)
  return [
    deliveries > 0 ? { label: label(deliveries), value: isAtLeast ? `from ${cost}` : cost } : null,
    without > 0 ? { label: label(without), value: "Not possible" } : null,
    pickups > 0 ? { label: countText(pickups, "pickup"), value: "Free" } : null,
  ]
}

function kindText(choice: Choice, { markets, deliveries, pickups, isAtLeast }: CartEstimate): string {
  if (markets.length === 0) return "nothing to buy now"
  if (choice === null) return "before delivery"
  const kind = isAtLeast ? "estimated, or more" : "estimated"
  const delivering = markets.length - pickups
  const without = delivering - deliveries
  if (without === 0) return kind
  return deliveries === 0
    ? `${kind}, without delivery`
    : `${kind}, without ${without} of ${deliveriesText(delivering)}`
}
