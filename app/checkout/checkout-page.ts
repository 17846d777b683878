import type { StartedCheckout } from "#core/checkout/open-checkout.server.ts"

/** Where the way to checkout leads: to paying, or past it when the earlier checkout turned out to be paid. */
export const checkoutPage = ({ checkoutId, paid }: StartedCheckout): string =>
  paid ? `/pay/return?checkout=${checkoutId}` : "/pay"
