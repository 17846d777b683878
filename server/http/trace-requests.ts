import { SpanKind } from "@opentelemetry/api"
import { createMiddleware } from "hono/factory"
import { failSpan, withSpan } from "#core/spans.ts"
import type { HttpEnv } from "./http-env.ts"
import { isProbe } from "./log-requests.ts"
import type { RouteOf } from "./route-of.ts"

/**
 * Records one span per request, named by its route's pattern, never by the URL, which may hold ids, tokens and search
 * terms. A caller's own trace headers are ignored.
 */
export function traceRequests(routeOf: RouteOf) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { method, path } = c.req
    if (isProbe(path)) return next()
    const options = { kind: SpanKind.SERVER, root: true, attributes: { "http.request.method": method } }
    await withSpan(method, options, async (span) => {
      await next()
      if (!span.isRecording()) return
      const route = routeOf(c)
      span.updateName(`${method} ${route}`)
      span.setAttribute("http.route", route)
      span.setAttribute("http.response.status_code", c.res.status)
      if (c.res.status >= 500) failSpan(span, String(c.res.status))
    })
  })
}
