import { type Cents, cents, formatMoney } from "../money.ts"

/** "$4.50", or "from $19.99" when the sizes cost differently; null for a product without a price. */
export function priceLabel(prices: readonly Cents[]): string | null {
  if (prices.length === 0) return null
  const lowest = cents(Math.min(...prices))
  const label = formatMoney(lowest)
  return prices.every((price) => price === lowest) ? label : `from ${label}`
}
