import type { CartLine, CartView } from "#core/cart/view-cart.server.ts"
import { add, type Cents } from "#core/money.ts"

/** The part of the cart that a market's page shows. */
export type CartHere = {
  /** Number of items in the whole cart. */
  count: number
  totalCents: Cents
  /** The lines of this market. */
  lines: Pick<CartLine, "id" | "productId" | "productName" | "size" | "byWeight" | "quantity" | "lineCents">[]
  countHere: number
  totalHereCents: Cents
  /** The time that the customer chose at this market. */
  windowText: string | null
}

export function cartHere({ lines, markets, count, totalCents }: CartView, marketId: string): CartHere {
  const here = lines.filter((line) => line.marketId === marketId)
  return {
    count,
    totalCents,
    lines: here.map(({ id, productId, productName, size, byWeight, quantity, lineCents }) => ({
      id,
      productId,
      productName,
      size,
      byWeight,
      quantity,
      lineCents,
    })),
    countHere: here.reduce((sum, { quantity }) => sum + quantity, 0),
    totalHereCents: add(...here.map(({ lineCents }) => lineCents)),
    windowText: markets.find(({ id }) => id === marketId)?.windowText ?? null,
  }
}
