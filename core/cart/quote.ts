type Quoted = { variantId: string; quantity: number; priceCents: number }

/** Names what is in a cart and at which prices; two carts with the same name cost the same. */
export function quoteOf(lines: readonly Quoted[]): string {
  const parts = lines.map((line) => `${line.variantId}*${line.quantity}@${line.priceCents}`)
  return parts.sort().join(" ")
}
