import type { Context } from "hono"
import { matchedRoutes } from "hono/route"
import type { ServerBuild } from "react-router"

/** The pattern of the route that handles a request. */
export type RouteOf = (c: Context) => string

/**
 * Prefers Hono's matching routes, middleware included: the last one without a wildcard. Otherwise returns the page's
 * pattern from React Router.
 */
export function routes(pageOf: (path: string) => string): RouteOf {
  return (c) => {
    const matched = matchedRoutes(c).map(({ path }) => path)
    const whole = matched.findLast((path) => !path.includes("*"))
    if (whole) return whole
    const page = pageOf(c.req.path)
    // Apps that are mounted under a path, such as the queue board.
    return page === NOT_FOUND ? (matched.findLast((path) => !/^(\/?\*|\/api\/.*)$/.test(path)) ?? page) : page
  }
}

const NOT_FOUND = "not found"

/** Maps a path to the pattern of its page; all unknown paths share one value. */
export function pagePatterns(build: ServerBuild): (path: string) => string {
  const patterns = Object.values(build.routes).flatMap((route) =>
    route?.path && !route.path.includes("*") ? [`/${route.path}`] : [],
  )
  const fixed = new Set(["/", ...patterns.filter((pattern) => !pattern.includes(":"))])
  const open = patterns
    .filter((pattern) => pattern.includes(":"))
    .map((pattern) => ({ pattern, matches: new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`) }))
  return (asked) => {
    // Client navigation requests only a page's data.
    const path = asked.replace(/\.data$/, "")
    if (fixed.has(path)) return path
    return open.find(({ matches }) => matches.test(path))?.pattern ?? NOT_FOUND
  }
}
