import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from "react-router"
import { rememberingOutcomes, shortWay } from "./short-way.ts"

/**
 * React Router's handler for all pages. For a page without parameters in its path it gets a build of that page's own
 * routes: for every document it goes through all routes of its build several times (it ranks and matches them, and
 * makes a route object of each for drawing), and the other seventy have nothing to do with the page. What draws no page
 * goes the short way.
 */
export function pageHandler(build: ServerBuild, { development }: { development: boolean }): RequestHandler {
  const mode = development ? "development" : "production"
  const whole = createRequestHandler(build, mode)
  if (development) return whole
  const tree = treeOf(build)
  const plain = new Set(plainPaths(tree))
  const pages = new Map<string, { page: RequestHandler; short: RequestHandler }>()
  const remembering = { ...build, routes: rememberingOutcomes(build.routes) }
  const pageAt = (path: string) => {
    const page = createRequestHandler(narrowed(remembering, routesAround(tree, path)), mode)
    return { page, short: shortWay(routesTo(build, tree, path), path, page) }
  }
  return (request, context) => {
    const { pathname } = new URL(request.url)
    // Client navigation asks for a page's data alone.
    const path = pathname.replace(/\.data$/, "")
    if (!plain.has(path)) return whole(request, context)
    const handler = pages.get(path) ?? pageAt(path)
    pages.set(path, handler)
    return (path === pathname ? handler.short : handler.page)(request, context)
  }
}

/** The routes that answer a page, from the root to its own. */
const routesTo = ({ routes }: ServerBuild, tree: RouteObject[], path: string) =>
  (matchRoutes(tree, path) ?? []).flatMap(({ route }) => routes[route.id ?? ""] ?? [])

/** The routes that answer a page, and those of the paths above it, which its list of known routes has too. */
function routesAround(tree: RouteObject[], path: string): Set<string> {
  const above = path.split("/").map((_, index, words) => words.slice(0, index).join("/") || "/")
  return new Set(
    [...above, path].flatMap((one) => matchRoutes(tree, one)?.map(({ route }) => route.id ?? "") ?? []),
  )
}

function narrowed(build: ServerBuild, wanted: ReadonlySet<string>): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => wanted.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

function treeOf({ routes }: ServerBuild, parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index, caseSensitive } = route
    if (index) return [{ id, path, index, caseSensitive }]
    return [{ id, path, caseSensitive, children: treeOf({ routes } as ServerBuild, id) }]
  })
}

/** Every path that is written without parameters, from the root down. */
function plainPaths(routes: RouteObject[], above = ""): string[] {
  return routes.flatMap(({ path = "", children }) => {
    const whole = path ? `${above}/${path}` : above
    return /[:*?]/.test(whole) ? [] : [whole || "/", ...plainPaths(children ?? [], whole)]
  })
}
