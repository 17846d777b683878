import type { Toast } from "#app/page-protocol/events.ts"
import type { Added } from "#core/cart/add-to-cart.server.ts"
import { formatMoney } from "#core/money.ts"

/** "Nectarines ×2, $12.30", with a link to the cart: the quantity and price of the product in the cart now. */
export const addedToast = ({ productName, quantity, lineCents }: Added): Toast => ({
  text: `${productName} ×${quantity}, ${formatMoney(lineCents)}`,
  kind: "good",
  link: { to: "/shopping-cart", label: "View cart" },
})
