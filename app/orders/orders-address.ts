import type { CustomerOrderList } from "#core/orders/customer-order-filter.ts"

/** `isWhole`: the list is shown without the box that scrolls. */
export type OrdersShown = { search: string; show: CustomerOrderList; isWhole: boolean }

/** The address of a customer's list of orders. */
export function ordersAddress({ search, show, isWhole }: OrdersShown, page = 1): string {
  const params = new URLSearchParams()
  if (search) params.set("q", search)
  if (show !== "all") params.set("show", show)
  if (isWhole) params.set("whole", "1")
  if (page > 1) params.set("page", String(page))
  const text = params.toString()
  return text ? `/customer-orders?${text}` : "/customer-orders"
}
