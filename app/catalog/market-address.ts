/** The query parameters that carry a customer's choices along: zip, category, list, search and page. */
const CHOSEN = ["zip", "category", "all", "q", "sort", "exact", "page", "part"] as const

/**
 * The URL of the market's page as the customer left it, with the category and the page from the product's query
 * parameters.
 */
export const marketAddress = (marketId: string, params: URLSearchParams): string =>
  `/market-info?market=${marketId}${chosenIn(params)}`

/** The choices as a part of a query, "&category=Fruits&page=2"; empty if nothing is chosen. */
export function chosenIn(params: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of CHOSEN) {
    const value = params.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size > 0 ? `&${kept}` : ""
}

/** The first page of a category's grid; of all products if it is null. */
export function categoryAddress(marketId: string, params: URLSearchParams, category: string | null): string {
  const chosen = new URLSearchParams()
  const zip = params.get("zip")
  if (zip) chosen.set("zip", zip)
  if (category) chosen.set("category", category)
  return marketAddress(marketId, chosen)
}

/** The list of a category's products; of all products if it is null. */
export function listAddress(marketId: string, params: URLSearchParams, category: string | null): string {
  const chosen = new URLSearchParams()
  const zip = params.get("zip")
  if (zip) chosen.set("zip", zip)
  chosen.set("all", category ?? "products")
  return marketAddress(marketId, chosen)
}
