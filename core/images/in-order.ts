/** Images in the order that somebody wants them; those that it does not name come last, as they stood. */
export function inOrder(ids: readonly string[], order: readonly string[]): string[] {
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return [...ids].sort((one, other) => placeOf(one) - placeOf(other))
}
