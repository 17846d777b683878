import { createMiddleware } from "hono/factory"
import { HTTPException } from "hono/http-exception"
import { isOwnOrigin, tellForeign } from "../http/own-origin.ts"

/**
 * Cookies are credentials here, so requests from other sites' pages that change something are rejected, in addition to
 * SameSite. A request without Origin does not come from a browser, so it carries no cookie that another site could
 * abuse.
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
