/** What a customer chose on the way to a product: the zip searched for, what is listed, the search and its page. */
const CHOSEN = ["zip", "category", "all", "q", "sort", "exact", "page", "part"] as const

/** A market's page as it was left: with the category and the page that the address of the product carries. */
export const marketAddress = (marketId: string, params: URLSearchParams): string =>
  `/market-info?market=${marketId}${chosenIn(params)}`

/** The part of an address that carries these choices along, "&category=Fruits&page=2"; empty where nothing is chosen. */
export function chosenIn(params: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of CHOSEN) {
    const value = params.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size > 0 ? `&${kept}` : ""
}

/** The first page of one of its categories, or of all of them. */
export function categoryAddress(marketId: string, params: URLSearchParams, category: string | null): string {
  const chosen = new URLSearchParams()
  const zip = params.get("zip")
  if (zip) chosen.set("zip", zip)
  if (category) chosen.set("category", category)
  return marketAddress(marketId, chosen)
}

/** One list of a category's products; of all products where it is null. */
export function listAddress(marketId: string, params: URLSearchParams, category: string | null): string {
  const chosen = new URLSearchParams()
  const zip = params.get("zip")
  if (zip) chosen.set("zip", zip)
  chosen.set("all", category ?? "products")
  return marketAddress(marketId, chosen)
}
