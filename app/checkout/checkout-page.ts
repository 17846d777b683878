import type { StartedCheckout } from "#core/checkout/open-checkout.server.ts"

/**
 * The page to go to from the cart: the payment page, or the page after it if the earlier checkout turned out to be
 * paid.
 */
export const checkoutPage = ({ checkoutId, paid }: StartedCheckout): string =>
  paid ? `/pay/return?checkout=${checkoutId}` : "/pay"
