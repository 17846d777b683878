import type { StartedCheckout } from "#core/checkout/open-checkout.server.ts"

/** Where the way to the till leads: to paying, or past it when the earlier checkout turned out to be paid. */
export const tillPage = ({ checkoutId, paid }: StartedCheckout): string =>
  paid ? `/pay/return?checkout=${checkoutId}` : "/pay"
