type Quoted = { variantId: string; quantity: number; priceCents: number }
type Timed = { id: string; window: { startsAt: Date } | null }

/** How many of a variant a quote names; undefined where it names none. */
export function quotedQuantity(quote: string, variantId: string): number | undefined {
  const part = quote.split(" ").find((one) => one.startsWith(`${variantId}*`))
  const quantity = Number(part?.slice(variantId.length + 1).split("@")[0])
  return Number.isInteger(quantity) ? quantity : undefined
}

/** The same quote with another number of a variant. */
export function requote(quote: string, { variantId, quantity }: { variantId: string; quantity: number }) {
  return quote
    .split(" ")
    .map((part) => (part.startsWith(`${variantId}*`) ? part.replace(/\*\d+@/, `*${quantity}@`) : part))
    .join(" ")
}

/** Names what is in a cart, at which prices and for when; two carts with the same name are the same to buy. */
export function quoteOf(lines: readonly Quoted[], markets: readonly Timed[]): string {
  const parts = lines.map((line) => `${line.variantId}*${line.quantity}@${line.priceCents}`)
  const times = markets.flatMap(({ id, window }) =>
    window ? [`${id}=${window.startsAt.toISOString()}`] : [],
  )
  return [...parts.sort(), ...times.sort()].join(" ")
}
