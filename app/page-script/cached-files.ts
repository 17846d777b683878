import { FONT_COOKIE, KEPT_SECONDS, pageCookie, SHEET_COOKIE, setPageCookie } from "#app/page-cookies.ts"
import { bodyData, SHEET } from "#app/page-protocol/attributes.ts"

/**
 * Fetches the web font after the first page view, so that the view does not wait for it. From then on a cookie lets the
 * server name the font in the page (a flag of `<html>`), and the browser takes it from the cache.
 */
export function cacheFont() {
  keep(bodyData().font, FONT_COOKIE, "1")
}

/** The first page view has the style sheet inlined; later ones link to the file, which is in the cache by then. */
export function cacheStyleSheet() {
  const sheet = document.querySelector(`style[${SHEET}]`)?.getAttribute(SHEET)
  keep(sheet, SHEET_COOKIE, sheet ?? "")
}

/** Fetches a file into the browser's cache, then records that in a cookie. */
function keep(url: string | null | undefined, cookie: string, value = "") {
  if (!url || pageCookie(cookie) === value) return
  fetch(url)
    .then((answer) => (answer.ok ? answer.blob() : null))
    .then((body) => {
      if (body) setPageCookie(cookie, value, KEPT_SECONDS)
    })
    .catch(() => {})
}
