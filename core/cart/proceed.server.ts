import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { acceptPrices } from "./accept-prices.server.ts"
import { chooseFulfilment } from "./choose-fulfilment.server.ts"
import type { UpdateCartInput } from "./inputs.ts"
import { requireReach } from "./require-reach.server.ts"
import { requireReady } from "./require-ready.ts"
import { updateCart } from "./update-cart.server.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

/** How the customer chose to get it, what their page showed, and what was changed on it. */
export type Proceeding = { fulfilment: Fulfilment; quote: string } & Partial<UpdateCartInput>

/**
 * Proceed Checkout: agrees to the prices that the page showed, sets what was changed on it, and remembers how the cart
 * is to be brought. Writes only what is new. Throws `cart_changed`, and what `updateCart`, `requireReach` (from where
 * they last `searched`) and `requireReady` throw. Answers the cart as it then is.
 */
export async function proceed(
  ctx: CustomerContext,
  { fulfilment, quote, ...changes }: Proceeding,
  searched: Place | null = null,
): Promise<CartRead> {
  const seen = await acceptPrices(ctx, { quote, quantities: changes.quantities })
  // Which windows there are, and what a market asks for, depends on the choice.
  const isChosen = seen.view.fulfilment === fulfilment
  const isUpdated = await updateCart(ctx, isChosen ? changes : { ...changes, windows: {} }, seen)
  if (!isChosen) await chooseFulfilment(ctx, { fulfilment })
  const cart = isChosen && !isUpdated ? seen : await readCart(ctx)
  await requireReach(ctx, cart, searched)
  requireReady(cart.view)
  return cart
}
