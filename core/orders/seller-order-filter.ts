import { isDate, type LocalDate } from "#core/calendar/zoned-time.ts"
import { searchText } from "#core/search/search-text.ts"
import { FULFILMENTS, type Fulfilment, ORDER_STATUSES, type OrderStatus } from "./statuses.ts"

/** What a seller looks for among their orders. */
export type SellerOrderFilter = {
  /** A name, an order number, a confirmation code, a product, or the phone number of an open order. */
  search: string
  /** The day on which the order is due, in the market's time zone; "late": it is not ready and its time has passed. */
  day: LocalDate | "late" | null
  fulfilment: Fulfilment | null
  /** "placed": a delivery for which the seller has not decided who delivers it. */
  status: OrderStatus | "placed" | null
}

export const NO_FILTER: SellerOrderFilter = { search: "", day: null, fulfilment: null, status: null }

/** The names of the address's parameters. */
export const FILTER_PARAMS = { search: "q", day: "day", fulfilment: "kind", status: "status" } as const

/** Reads the filter of an address; what cannot be one is left out. */
export function readOrderFilter(params: URLSearchParams): SellerOrderFilter {
  const of = (name: keyof typeof FILTER_PARAMS) => params.get(FILTER_PARAMS[name]) ?? ""
  const day = of("day")
  return {
    search: searchText(of("search")),
    day: day === "late" || isDate(day) ? day : null,
    fulfilment: FULFILMENTS.find((one) => one === of("fulfilment")) ?? null,
    status: ([...ORDER_STATUSES, "placed"] as const).find((one) => one === of("status")) ?? null,
  }
}

export const isFiltered = ({ search, day, fulfilment, status }: SellerOrderFilter): boolean =>
  Boolean(search || day || fulfilment || status)

/** An order number as people write it: "100001", "#100001", "Order 100001"; null if it is none. */
export function orderNumberIn(search: string): number | null {
  const digits = /^(?:order)?\s*#?\s*(\d{1,9})$/i.exec(search)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A confirmation code or its beginning, "43D9" or "43d9-jmqd", as it is stored; null if it cannot be one. */
export function codeIn(search: string): string | null {
  const code = search.replace(/[\s-]/g, "").toUpperCase()
  if (!/^[A-Z0-9]{4,8}$/.test(code)) return null
  return code.length > 4 ? `${code.slice(0, 4)}-${code.slice(4)}` : code
}

/** The digits of a phone number or of its end, at least four; null if it cannot be one. */
export function phoneIn(search: string): string | null {
  const digits = search.replace(/\D/g, "")
  return /^[\d\s().+-]+$/.test(search) && digits.length >= 4 ? digits.replace(/^1(?=\d{10}$)/, "") : null
}
