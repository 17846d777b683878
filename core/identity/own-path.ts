const SITE = "http://own.invalid"

/**
 * Returns the path of this site to go to after signing in, from a URL or a link; null for a text that could lead to
 * another site or has more than 1,000 characters.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > 1_000) return null
  const url = URL.parse(text, SITE)
  if (url?.origin !== SITE) return null
  const path = url.pathname + url.search + url.hash
  // "/.//elsewhere" has this site's origin until it is serialized as "//elsewhere".
  return /^\/(?![/\\])/.test(path) ? path : null
}

/** Adds the path to continue to as the parameter `next`; returns the page unchanged without one. */
export function withNext(page: string, next: string | null): string {
  if (!next) return page
  return `${page}${page.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`
}
