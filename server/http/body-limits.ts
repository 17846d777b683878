import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"

/**
 * Hono's limit, asked only for a body that does not say how long it is: it looks at `request.body`, and from then on
 * Bun reads the body through a stream, which costs more than the form in it.
 */
export function limitBodies(options: Parameters<typeof bodyLimit>[0]): MiddlewareHandler {
  const limit = bodyLimit(options)
  return (c, next) => {
    const { method, headers } = c.req.raw
    if (headers.has("transfer-encoding")) return limit(c, next)
    const declared = headers.get("content-length")
    const isKnown =
      declared === null ? method === "GET" || method === "HEAD" : Number(declared) <= options.maxSize
    return isKnown ? next() : limit(c, next)
  }
}
