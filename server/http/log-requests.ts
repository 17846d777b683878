import { createMiddleware } from "hono/factory"
import { log, withLogScope } from "#core/log.server.ts"
import { newRequestId } from "#core/request-id.ts"
import type { HttpEnv } from "./http-env.ts"
import type { RouteOf } from "./route-of.ts"

/** Paths that machines poll. */
export const isProbe = (path: string): boolean => /^\/(metrics|api\/v1\/(live|health|ready))$/.test(path)

/** Files that are requested together with a page, which has its own log line. */
const BESIDE_PAGES = /^\/(service-worker\.js|(assets|(private-)?images)\/.*)$/

/**
 * Gives every request an id, which each of its log lines carries, and logs its response by the route's pattern, never
 * by the URL, which may hold ids, tokens and search terms.
 */
export function logRequests(routeOf: RouteOf) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const requestId = newRequestId()
    c.set("requestId", requestId)
    const route = () => routeOf(c)
    await withLogScope({ requestId, where: () => ({ route: route() }) }, async () => {
      const from = performance.now()
      await next()
      const ms = Math.round(performance.now() - from)
      const write = isProbe(route()) || BESIDE_PAGES.test(route()) ? log.debug : log.info
      write("request", { method: c.req.method, status: c.res.status, ms })
    })
  })
}
