import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { acceptPrices } from "./accept-prices.server.ts"
import { chooseFulfilment } from "./choose-fulfilment.server.ts"
import { requireReady } from "./require-ready.ts"
import type { CartRead } from "./view-cart.server.ts"

/**
 * Proceed Checkout: agrees to the prices that the page showed and remembers how the cart is to be brought. Writes only
 * what is new. Throws `cart_changed`, and what `requireReady` throws. Answers the cart as it then is.
 */
export async function proceed(
  ctx: CustomerContext,
  { fulfilment, quote }: { fulfilment: Fulfilment; quote: string },
): Promise<CartRead> {
  const cart = await acceptPrices(ctx, { quote })
  requireReady(cart.view)
  if (cart.view.fulfilment === fulfilment) return cart
  await chooseFulfilment(ctx, { fulfilment })
  return { ...cart, view: { ...cart.view, fulfilment } }
}
