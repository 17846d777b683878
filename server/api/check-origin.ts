import { createMiddleware } from "hono/factory"
import { HTTPException } from "hono/http-exception"
import { isOwnOrigin, tellForeign } from "../http/own-origin.ts"

/**
 * Cookies are credentials here, so what changes something is refused to other sites' pages, beyond SameSite. What
 * comes without Origin is no browser, and has no cookie that somebody else could ride on.
 */
export function checkOrigin(op: { method: string; changes?: boolean | undefined }) {
  return createMiddleware(async (c, next) => {
    const changes = op.changes ?? op.method !== "get"
    if (changes && !isOwnOrigin(c.req.raw)) {
      tellForeign("call.from_another_site", c.req.raw)
      throw new HTTPException(403, { message: "This call came from another site." })
    }
    await next()
  })
}
