type Refunded = { lines: readonly { lineId: string; quantity: number }[] }

/** How many of a line the customer still gets: the ordered quantity without those that were refunded. */
export const leftToGive = (line: { id: string; quantity: number }, refunds: readonly Refunded[]): number =>
  refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((left, { quantity }) => left - quantity, line.quantity)
