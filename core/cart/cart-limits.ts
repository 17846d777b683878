import { type Cents, cents, formatMoney } from "#core/money.ts"

/** The most of one product that a form offers and one request may name. */
export const MAX_UNITS_AT_ONCE = 50

/** The most that a line may hold after several additions. The database's check of `cart_lines` says the same. */
export const MAX_UNITS_PER_LINE = 999

/** The most that one checkout may hold: nobody empties a market, and no total exceeds what a card can be charged. */
const MAX_UNITS_PER_CHECKOUT = 200
const MAX_CHECKOUT_CENTS = cents(50_000_00)

/** Says which limit of one checkout the cart exceeds, as the customer reads it; null when it is within the limits. */
export function cartLimit(cart: { count: number; totalCents: Cents }): string | null {
  if (cart.count > MAX_UNITS_PER_CHECKOUT)
    return `One checkout takes at most ${MAX_UNITS_PER_CHECKOUT} items, and your cart has ${cart.count}. Please take some out and buy them afterwards.`
  if (cart.totalCents > MAX_CHECKOUT_CENTS)
    return `One checkout takes at most ${formatMoney(MAX_CHECKOUT_CENTS)}, and your cart comes to ${formatMoney(cart.totalCents)}. Please take something out and buy it afterwards.`
  return null
}
