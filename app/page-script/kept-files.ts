import { FONT_COOKIE, KEPT_SECONDS, pageCookie, SHEET_COOKIE, setPageCookie } from "#app/page-cookies.ts"
import { bodyData, SHEET } from "#app/page-protocol/attributes.ts"

/**
 * The web font costs the first view nothing: it is fetched after it, and from then on a cookie lets the server name it
 * in the page (a flag of `<html>`), where it comes from the cache.
 */
export function keepFont() {
  keep(bodyData().font, FONT_COOKIE, "1")
}

/** The first view has the style sheet within it; the next ones name the file, which is in the cache by then. */
export function keepSheet() {
  const sheet = document.querySelector(`style[${SHEET}]`)?.getAttribute(SHEET)
  keep(sheet, SHEET_COOKIE, sheet ?? "")
}

/** Fetches a file into the browser's cache, and has the browser say so from then on. */
function keep(url: string | null | undefined, cookie: string, value = "") {
  if (!url || pageCookie(cookie) === value) return
  fetch(url)
    .then((answer) => (answer.ok ? answer.blob() : null))
    .then((body) => {
      if (body) setPageCookie(cookie, value, KEPT_SECONDS)
    })
    .catch(() => {})
}
