import {
  createContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router"
import { currentRequestId, log } from "#core/log.server.ts"
import { isDatabaseOutage, OUTAGE_RETRY_SECONDS } from "#core/operations/database-outage.ts"
import { isLockTimeout } from "#core/sql-state.ts"

/** Set if the request's person could not be looked up: no page could show correct data then. */
export const outageContext = createContext(false)

type Routes = ServerBuild["routes"]
type Module = NonNullable<Routes[string]>["module"]
type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Wraps the build's loaders, actions and guards to log errors and distinguish a database outage from our faults. React
 * Router then renders the site's own error page with 503 or 500, in documents and in client navigations alike; the
 * error's data is the request id, for finding the error in the log.
 */
export function tellingFaults(build: ServerBuild): ServerBuild {
  const routes: Routes = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue
    const { loader, action, middleware } = route.module
    const module: Module = { ...route.module }
    if (loader) module.loader = telling(id === "root" ? loader : sparing(loader))
    if (action) module.action = telling(action)
    if (middleware) module.middleware = middleware.map((guard) => telling(guard))
    routes[id] = { ...route, module }
  }
  return { ...build, routes }
}

/** How long after a lock timeout a loader fails immediately instead of querying again. */
const LOCKED_MS = 1_000

/**
 * The next request would wait just as long, in vain, and use up a connection that other pages need. Not for the root
 * loader, which every page runs.
 */
function sparing<A extends unknown[], Answer>(
  load: (...args: A) => Answer | Promise<Answer>,
): (...args: A) => Promise<Answer> {
  let locked: { error: unknown; until: number } | undefined
  return async (...args) => {
    if (locked && performance.now() < locked.until) throw locked.error
    try {
      return await load(...args)
    } catch (error) {
      if (isLockTimeout(error)) locked = { error, until: performance.now() + LOCKED_MS }
      throw error
    }
  }
}

function telling<A extends RouteArgs, More extends unknown[], Answer>(
  step: (args: A, ...more: More) => Answer | Promise<Answer>,
): (args: A, ...more: More) => Promise<Answer> {
  return async (args, ...more) => {
    if (args.context.get(outageContext)) throw unavailable()
    try {
      return await step(args, ...more)
    } catch (error) {
      // Redirects, missing pages and closed tabs are not faults.
      if (!(error instanceof Error) || isRouteErrorResponse(error) || args.request.signal.aborted) throw error
      if (!isDatabaseOutage(error)) throw fault(error)
      logOutage(error)
      throw unavailable()
    }
  }
}

export const logOutage = (error: unknown) => log.error("database.unavailable", { error })

function fault(error: Error): Response {
  log.error("request.failed", { error })
  return new Response(currentRequestId(), { status: 500, statusText: "Internal Server Error" })
}

const unavailable = () =>
  new Response(currentRequestId(), {
    status: 503,
    statusText: "Service Unavailable",
    headers: { "Retry-After": String(OUTAGE_RETRY_SECONDS) },
  })
