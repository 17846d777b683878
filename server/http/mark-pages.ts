import { createMiddleware } from "hono/factory"
import type { SiteMark } from "#app/context.ts"

const STRIP_HEIGHT = "1.25rem"
/** For pages without the site's style sheet; app/ui/site-mark.css has the same style for all others. */
const STRIP_STYLE = [
  "position:fixed",
  "inset:0 0 auto",
  "z-index:2147483647",
  "margin:0",
  "padding:0 12px",
  "background:#14241a",
  "color:#fff",
  `font:700 .75rem/${STRIP_HEIGHT} system-ui,sans-serif`,
  "text-align:center",
  "box-sizing:border-box",
].join(";")

/**
 * Shows which site this is on every page and in its title, regardless of which handler responds, and keeps search
 * engines away. Pages with `data-mark` include the strip themselves: React's, which survive client navigation, and the
 * queue board. Without a mark it does nothing.
 */
export function markPages(mark: SiteMark | null) {
  return createMiddleware(async (c, next) => {
    await next()
    if (!mark) return
    if (c.res.body && c.res.headers.get("content-type")?.startsWith("text/html")) c.res = marked(c.res, mark)
    c.res.headers.set("X-Robots-Tag", "noindex, nofollow")
  })
}

function marked(page: Response, { word, says }: SiteMark): Response {
  let hasStrip = false
  const answer = new HTMLRewriter()
    .on("html", {
      element(html) {
        hasStrip = html.hasAttribute("data-mark")
        // Makes room for the strip, so that it covers nothing of the page.
        if (!hasStrip) html.setAttribute("style", `padding-top:${STRIP_HEIGHT}`)
      },
    })
    .on("head > title", { element: (title) => void title.prepend(`${word}: `) })
    .on("body", {
      element(body) {
        if (!hasStrip)
          body.prepend(`<aside aria-label="${word}" style="${STRIP_STYLE}">${says}</aside>`, { html: true })
      },
    })
    .transform(page)
  answer.headers.delete("content-length")
  return answer
}
