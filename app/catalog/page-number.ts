import { redirect } from "react-router"

/** The page that an address asks for; whatever is not a whole number from 1 on is the first. */
export function pageNumber(params: URLSearchParams, name = "page"): number {
  const page = Number(params.get(name) ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

/** Which of so many images the address asks for, counted from 1. */
export const imageNumber = (params: URLSearchParams, images: number): number =>
  Math.min(pageNumber(params, "image"), Math.max(images, 1))

/**
 * An address beyond the last page (an old link, a stall that sold out) leads to the last one that there is. `url` is the
 * loader's own: that of the request ends with ".data" on client navigation.
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
