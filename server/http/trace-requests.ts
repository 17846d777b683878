import { SpanKind } from "@opentelemetry/api"
import { createMiddleware } from "hono/factory"
import { matchedRoutes } from "hono/route"
import type { ServerBuild } from "react-router"
import { failSpan, withSpan } from "#core/spans.ts"
import type { HttpEnv } from "./http-env.ts"

/**
 * One span a request, named by its route's pattern and never by the address: that may hold ids, tokens and what
 * somebody searched for. What a caller says of a trace of its own is not believed.
 */
export function traceRequests(build: ServerBuild) {
  const pages = pagePatterns(build)
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { method } = c.req
    const options = { kind: SpanKind.SERVER, root: true, attributes: { "http.request.method": method } }
    await withSpan(method, options, async (span) => {
      await next()
      if (!span.isRecording()) return
      const last = matchedRoutes(c).at(-1)?.path ?? "*"
      const route = last === "*" || last === "/*" ? pages(c.req.path) : last
      span.updateName(`${method} ${route}`)
      span.setAttribute("http.route", route)
      span.setAttribute("http.response.status_code", c.res.status)
      if (c.res.status >= 500) failSpan(span, String(c.res.status))
    })
  })
}

/** From a path to the pattern of its page; what no page answers is one thing, whatever was asked for. */
function pagePatterns(build: ServerBuild): (path: string) => string {
  const patterns = Object.values(build.routes).flatMap((route) =>
    route?.path && !route.path.includes("*") ? [`/${route.path}`] : [],
  )
  const fixed = new Set(["/", ...patterns.filter((pattern) => !pattern.includes(":"))])
  const open = patterns
    .filter((pattern) => pattern.includes(":"))
    .map((pattern) => ({ pattern, matches: new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`) }))
  return (asked) => {
    // Client navigation asks for a page's data alone.
    const path = asked.replace(/\.data$/, "")
    if (fixed.has(path)) return path
    return open.find(({ matches }) => matches.test(path))?.pattern ?? "not found"
  }
}
