/** The query parameter with the orders whose last steps a page offers to undo, separated by commas. */
export const UNDO_PARAM = "undo"

/** Those orders' ids. */
export const undoneOrders = (params: URLSearchParams): string[] =>
  (params.get(UNDO_PARAM) ?? "").split(",").filter(Boolean)
