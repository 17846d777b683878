import { createMiddleware } from "hono/factory"
import { matchedRoutes } from "hono/route"
import type { ServerBuild } from "react-router"
import { isTraced, traced } from "#core/traces.ts"
import type { HttpEnv } from "./security-headers.ts"

/**
 * One span a request, named by its route's pattern and never by the address: that may hold ids, tokens and what
 * somebody searched for. What a caller says of a trace of its own is not believed.
 */
export function traceRequests(build: ServerBuild) {
  const pages = pagePatterns(build)
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (!isTraced()) return next()
    const { method } = c.req
    await traced(
      method,
      { kind: "server", parent: null, attributes: { "http.request.method": method } },
      async (span) => {
        await next()
        const last = matchedRoutes(c).at(-1)?.path ?? "*"
        const route = last === "*" || last === "/*" ? pages(c.req.path) : last
        span.rename(`${method} ${route}`)
        span.set("http.route", route)
        span.set("http.response.status_code", c.res.status)
        if (c.res.status >= 500) span.fail(String(c.res.status))
      },
    )
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
