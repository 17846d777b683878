import { PICK_PARAMS } from "#core/orders/pick-list.ts"

export type PickView = "product" | "order"

type Selected = {
  day?: string | null
  window?: string | null
  /** The numbers of chosen orders, which take the place of day and window. */
  numbers?: readonly number[]
  view?: PickView
}

type Page = "/pick-list" | "/packing-slips" | "/labels"

/** The address of the pick list, the packing slips or the labels of the same orders. */
export function pickAddress(page: Page, { day, window, numbers = [], view = "product" }: Selected): string {
  const params = new URLSearchParams()
  if (numbers.length > 0) params.set(PICK_PARAMS.orders, numbers.join(","))
  else if (window && window !== "asap") params.set(PICK_PARAMS.window, window)
  else if (day) params.set(PICK_PARAMS.day, day)
  if (numbers.length === 0 && window === "asap") params.set(PICK_PARAMS.window, window)
  if (view !== "product") params.set(PICK_PARAMS.view, view)
  const text = params.toString().replaceAll("%2C", ",")
  return text ? `${page}?${text}` : page
}
