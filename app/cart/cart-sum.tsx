import { Card, Receipt } from "#app/ui/card.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { CartEstimate } from "#core/cart/estimate.ts"
import type { CartPage } from "#core/cart/view-cart-page.server.ts"
import { CART_FORM } from "./cart-form.tsx"
import { itemsText } from "./items-text.ts"

/** What the cart will probably come to, and on to checkout: on a phone the last part stays at the foot of the screen. */
export function CartSum({ cart, estimate }: Pick<CartPage, "cart" | "estimate">) {
  return (
    <aside className="cart-side" aria-label="Your estimate">
      <Card className="stack">
        <h2>Your estimate</h2>
        <Receipt
          lines={[
            { label: itemsText(cart.count), value: moneyText(estimate.itemsCents) },
            {
              label: deliveryLabel(cart.fulfilment, estimate),
              value: deliveryText(cart.fulfilment, estimate),
            },
            { label: "Tax, estimated", value: moneyText(estimate.taxCents) },
          ]}
        />
        {cart.limit && <Notice kind="bad">{cart.limit}</Notice>}
        <p className="soft">An estimate. You see the exact amounts before you pay.</p>
        <p className="soft">All sales are final</p>
      </Card>
      <div className="card proceed-bar">
        <div>
          <p className="soft">
            {itemsText(cart.count)}, {kindText(cart.fulfilment, estimate)}
          </p>
          <p className="checkout-total">
            <span>Total: </span>
            <span>{moneyText(estimate.totalCents)}</span>
          </p>
        </div>
        <SubmitButton form={CART_FORM} name="intent" value="proceed">
          Proceed Checkout
        </SubmitButton>
      </div>
    </aside>
  )
}

type Choice = CartPage["cart"]["fulfilment"]

function deliveryLabel(choice: Choice, { to, markets }: CartEstimate): string {
  if (choice === "pickup") return "Pick up"
  const count = markets.length
  const deliveries = count === 1 ? "Delivery" : `${count} deliveries`
  return to ? `${deliveries} to ${to}` : deliveries
}

function kindText(choice: Choice, { isAtLeast }: CartEstimate): string {
  if (choice === null) return "before delivery"
  return isAtLeast ? "estimated, or more" : "estimated"
}

function deliveryText(choice: Choice, { deliveryCents, isAtLeast }: CartEstimate): string {
  if (choice === "pickup") return "Free"
  if (choice === null) return "Choose first"
  return isAtLeast ? `from ${moneyText(deliveryCents)}` : moneyText(deliveryCents)
}
