import { createMiddleware } from "hono/factory"
import { HTTPException } from "hono/http-exception"

/** Whether a request comes from a page of this site, or from no page at all (a script, an app). */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get("origin")
  if (origin !== null) return origin === new URL(request.url).origin
  // Browsers name the Origin of every POST; for the GETs that change something this is what they send.
  const site = request.headers.get("sec-fetch-site")
  return site === null || site === "same-origin" || site === "none"
}

/**
 * Cookies are credentials here, so what changes something is refused to other sites' pages, beyond SameSite. What
 * comes without Origin is no browser, and has no cookie that somebody else could ride on.
 */
export function checkOrigin(op: { method: string; changes?: boolean | undefined }) {
  return createMiddleware(async (c, next) => {
    const changes = op.changes ?? op.method !== "get"
    if (changes && !isOwnOrigin(c.req.raw))
      throw new HTTPException(403, { message: "This call came from another site." })
    await next()
  })
}
