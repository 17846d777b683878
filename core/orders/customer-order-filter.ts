import { searchText } from "#core/search/search-text.ts"

export const CUSTOMER_ORDER_LISTS = ["all", "open", "past"] as const
export type CustomerOrderList = (typeof CUSTOMER_ORDER_LISTS)[number]

/** The search and the filter of a customer's list of orders. */
export type CustomerOrderFilter = {
  /** A product, a market, an order number or a confirmation code. */
  search: string
  show: CustomerOrderList
  page: number
}

/** Reads the search and the list of an address; what cannot be a list is "all". */
export const readCustomerFilter = (params: URLSearchParams): Omit<CustomerOrderFilter, "page"> => ({
  search: searchText(params.get("q")),
  show: CUSTOMER_ORDER_LISTS.find((one) => one === params.get("show")) ?? "all",
})
