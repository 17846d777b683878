type Quoted = { variantId: string; quantity: number; priceCents: number }
type Timed = { id: string; window: { startsAt: Date } | null }

/** Names what is in a cart, at which prices and for when; two carts with the same name are the same to buy. */
export function quoteOf(lines: readonly Quoted[], markets: readonly Timed[]): string {
  const parts = lines.map((line) => `${line.variantId}*${line.quantity}@${line.priceCents}`)
  const times = markets.flatMap(({ id, window }) =>
    window ? [`${id}=${window.startsAt.toISOString()}`] : [],
  )
  return [...parts.sort(), ...times.sort()].join(" ")
}
