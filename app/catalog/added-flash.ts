import { flash } from "#app/ui/flash.ts"
import type { Added } from "#core/cart/add-to-cart.server.ts"
import { formatMoney } from "#core/money.ts"

/** "Nectarines ×2, $12.30", with the way to the cart: what the cart holds of a product now. */
export const addedFlash = ({ productName, quantity, lineCents }: Added) =>
  flash(`${productName} ×${quantity}, ${formatMoney(lineCents)}`, "good", {
    to: "/shopping-cart",
    label: "View cart",
  })
