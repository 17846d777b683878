type Refunded = { lines: readonly { lineId: string; quantity: number }[] }

/** How many of a line were refunded. */
export const refundedOf = (line: { id: string }, refunds: readonly Refunded[]): number =>
  refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** How many of a line the customer still gets: the ordered quantity without those that were refunded or replaced. */
export const leftToGive = (
  line: { id: string; quantity: number; replacedQuantity: number },
  refunds: readonly Refunded[],
): number => line.quantity - line.replacedQuantity - refundedOf(line, refunds)
