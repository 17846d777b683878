import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { acceptPrices } from "./accept-prices.server.ts"
import { chooseFulfilment } from "./choose-fulfilment.server.ts"
import { requireReady } from "./require-ready.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

/**
 * Proceed Checkout: agrees to the prices that the page showed and remembers how the cart is to be brought. Writes only
 * what is new. Throws `cart_changed`, and what `requireReady` throws. Answers the cart as it then is.
 */
export async function proceed(
  ctx: CustomerContext,
  { fulfilment, quote }: { fulfilment: Fulfilment; quote: string },
): Promise<CartRead> {
  const seen = await acceptPrices(ctx, { quote })
  // Which windows there are, and what a market asks for, depends on the choice.
  if (seen.view.fulfilment !== fulfilment) await chooseFulfilment(ctx, { fulfilment })
  const cart = seen.view.fulfilment === fulfilment ? seen : await readCart(ctx)
  requireReady(cart.view)
  return cart
}
