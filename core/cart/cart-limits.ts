import { type Cents, cents, formatMoney } from "#core/money.ts"

/** What one checkout holds at most: nobody empties a market, and no total goes beyond what a card can be charged. */
const MOST_UNITS = 200
const MOST_CENTS = cents(50_000_00)

/** What a cart has too much of for one checkout, as the customer reads it; null when it is within the limits. */
export function cartLimit(cart: { count: number; totalCents: Cents }): string | null {
  if (cart.count > MOST_UNITS)
    return `One checkout takes at most ${MOST_UNITS} items, and your cart has ${cart.count}. Please take some out and buy them afterwards.`
  if (cart.totalCents > MOST_CENTS)
    return `One checkout takes at most ${formatMoney(MOST_CENTS)}, and your cart comes to ${formatMoney(cart.totalCents)}. Please take something out and buy it afterwards.`
  return null
}
