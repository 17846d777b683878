import { UNDO_PARAM } from "./undo-param.ts"

/** The seller's pages that list orders, and how a link back to each is labeled. */
const LISTS = { "/marketOrders": "All orders", "/market-today": "Back to Today" } as const

/**
 * The part of an address that says from which page of a seller's list, or which search, an order was opened: the query
 * string of `/marketOrders`, or the path of another list with its query string.
 */
export const placeInList = (list: string | null): string =>
  list ? `&list=${encodeURIComponent(list.replace(/^\?/, ""))}` : ""

/** The link back to the list, at the order that was opened from there. */
export function listOfOrder(list: string | null, orderNumber: number): { to: string; label: string } {
  const [path, query = ""] = list?.startsWith("/market-today")
    ? list.split("?")
    : ["/marketOrders", list ?? ""]
  const page = path === "/market-today" ? path : "/marketOrders"
  const params = new URLSearchParams(query)
  params.delete(UNDO_PARAM)
  const search = params.toString()
  return { to: `${page}${search && `?${search}`}#order-${orderNumber}`, label: LISTS[page] }
}
