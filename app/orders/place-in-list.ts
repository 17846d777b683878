/** The part of an address that says from which page of a seller's list, or which search, an order was opened. */
export const placeInList = (list: string | null): string =>
  list ? `&list=${encodeURIComponent(list.replace(/^\?/, ""))}` : ""

/** The address of a seller's list, at the order that was opened from there. */
export function listOfOrder(list: string | null, orderNumber: number): string {
  const search = new URLSearchParams(list ?? "").toString()
  return `/marketOrders${search && `?${search}`}#order-${orderNumber}`
}
