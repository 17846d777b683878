/** From this many left on, the page says nothing about stock. */
const LOW_STOCK_BELOW = 6

/** The note beside a product: how few are left from 1 to 5, sold out at 0, nothing above. */
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
