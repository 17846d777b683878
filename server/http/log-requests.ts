import { createMiddleware } from "hono/factory"
import { log, withLogScope } from "#core/log.server.ts"
import { newRequestId } from "#core/request-id.ts"
import type { HttpEnv } from "./http-env.ts"
import type { RouteOf } from "./route-of.ts"

/** What is asked for all the time, by machines or for a page that has its own line. */
const FREQUENT = /^\/(metrics|service-worker\.js|(private-)?images\/.*|api\/v1\/(live|health|ready))$/

/**
 * Gives every request an id, which each line that is logged on its behalf carries, and logs its answer: by the route's
 * pattern and never by the address, which may hold ids, tokens and what somebody searched for.
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
      const write = FREQUENT.test(route()) ? log.debug : log.info
      write("request", { method: c.req.method, status: c.res.status, ms })
    })
  })
}
