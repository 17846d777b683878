import type { Context } from "hono"
import { matchedRoutes } from "hono/route"
import type { ServerBuild } from "react-router"

/** The pattern of the route that answers a request. */
export type RouteOf = (c: Context) => string

/**
 * Of the routes of Hono that match, middleware's among them, the last that names its path to the end; else the page's,
 * as React Router has it.
 */
export function routes(pageOf: (path: string) => string): RouteOf {
  return (c) => {
    const matched = matchedRoutes(c).map(({ path }) => path)
    const whole = matched.findLast((path) => !path.includes("*"))
    if (whole) return whole
    const page = pageOf(c.req.path)
    // What is mounted beneath a path, such as the queues' pages.
    return page === NOT_FOUND ? (matched.findLast((path) => !/^(\/?\*|\/api\/.*)$/.test(path)) ?? page) : page
  }
}

const NOT_FOUND = "not found"

/** From a path to the pattern of its page; what no page answers is one thing, whatever was asked for. */
export function pagePatterns(build: ServerBuild): (path: string) => string {
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
    return open.find(({ matches }) => matches.test(path))?.pattern ?? NOT_FOUND
  }
}
