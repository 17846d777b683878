import { type Cents, cents, formatMoney } from "#core/money.ts"

/** The most of one product that a form offers and one request may name. */
export const MAX_UNITS_AT_ONCE = 50

/** The most units on one line after several additions. The database's check on `cart_lines` has the same limit. */
export const MAX_UNITS_PER_LINE = 999

/** The most units in one checkout, so that nobody empties a market and no total exceeds what a card can be charged. */
const MAX_UNITS_PER_CHECKOUT = 200
const MAX_CHECKOUT_CENTS = cents(50_000_00)

/** Returns the message about the checkout limit that the cart exceeds; null if it is within the limits. */
export function cartLimit(cart: { count: number; totalCents: Cents }): string | null {
  if (cart.count > MAX_UNITS_PER_CHECKOUT)
    return `You can check out with at most ${MAX_UNITS_PER_CHECKOUT} items, and your cart has ${cart.count}. Please remove some and buy them later.`
  if (cart.totalCents > MAX_CHECKOUT_CENTS)
    return `You can check out with at most ${formatMoney(MAX_CHECKOUT_CENTS)}, and your cart comes to ${formatMoney(cart.totalCents)}. Please remove something and buy it later.`
  return null
}
