import { type Cents, cents, formatMoney, rateOf } from "../money.ts"

/** "$4.50", or "from $19.99" if the sizes have different prices; null for a product without a price. */
export function priceLabel(prices: readonly Cents[]): string | null {
  if (prices.length === 0) return null
  const lowest = cents(Math.min(...prices))
  const label = formatMoney(lowest)
  return prices.every((price) => price === lowest) ? label : `from ${label}`
}

/** The units that a price may be for; Clothing and Shoes are sold by the piece and have none. */
export const UNITS = ["each", "lb", "oz", "bunch", "dozen", "pint", "quart", "gallon", "fl oz"] as const
export type Unit = (typeof UNITS)[number]

/**
 * "$0.42 / oz": the price of one unit, rounded half up to a whole cent. `amount` is the number of units in the product;
 * null means one. Returns null without a unit, and if one unit costs less than half a cent.
 */
export function unitPriceText(priceCents: Cents, unit: Unit | null, amount: number | null): string | null {
  if (!unit) return null
  const one = rateOf(priceCents, 1 / (amount ?? 1))
  if (one === cents(0)) return null
  return unit === "each" ? `${formatMoney(one)} each` : `${formatMoney(one)} / ${unit}`
}

/** Below this, the note and the toast show how many are left. */
const LOW_STOCK_BELOW = 6

/** The note next to a product: how many are left from 1 to 5, sold out at 0, null above. */
export function stockNote(stock: number): string | null {
  if (stock <= 0) return "Sold Out"
  return stock < LOW_STOCK_BELOW ? `Only ${stock} are left` : null
}

/** The toast for a quantity above the stock; null when there is enough. */
export function stockShortage(quantity: number, stock: number): string | null {
  if (quantity <= stock) return null
  if (stock < LOW_STOCK_BELOW) return `there are only ${stock} left`
  return "there is not enough inventory please choose a different number for quantity"
}

/** The wizard's choices of stock. The original's list skips 48 and 66, which looks like a mistake, not a rule. */
export const WIZARD_QUANTITIES: readonly number[] = Array.from({ length: 70 }, (_, index) => index + 1)
