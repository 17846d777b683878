/** The page that an address asks for; whatever is not a whole number from 1 on is the first. */
export function pageNumber(params: URLSearchParams, name = "page"): number {
  const page = Number(params.get(name) ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
