import { redirect } from "react-router"

/** The page number in the query; 1 if it is not a whole number of at least 1. */
export function pageNumber(params: URLSearchParams, name = "page"): number {
  const page = Number(params.get(name) ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** The number of the requested image, from 1 to `images`. */
export const imageNumber = (params: URLSearchParams, images: number): number =>
  Math.min(pageNumber(params, "image"), Math.max(images, 1))

/**
 * Redirects a URL beyond the last page (an old link, products that sold out) to the last page. Pass the loader's `url`:
 * the request's URL ends with ".data" on client navigation.
 */
export function lastPageInstead(
  url: URL,
  { page, pages }: { page: number; pages: number },
  param = "page",
): void {
  if (page <= Math.max(pages, 1)) return
  const to = new URL(url)
  if (pages > 1) to.searchParams.set(param, String(pages))
  else to.searchParams.delete(param)
  throw redirect(to.pathname + to.search)
}
