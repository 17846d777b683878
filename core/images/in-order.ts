/** Sorts image ids by the requested order; ids that it does not name come last, in their previous order. */
export function inOrder(ids: readonly string[], order: readonly string[]): string[] {
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return [...ids].sort((one, other) => placeOf(one) - placeOf(other))
}
