import { createContext, type RouterContextProvider, type ServerBuild } from "react-router"
import { isDatabaseOutage, OUTAGE_RETRY_SECONDS } from "#core/operations/database-outage.ts"
import { redacted } from "#core/redacted.ts"
import { isLockTimeout } from "#core/sql-state.ts"

/** Set where the request's person could not be looked up: nothing on the page could be true then. */
export const outageContext = createContext(false)

type Routes = ServerBuild["routes"]
type Module = NonNullable<Routes[string]>["module"]
type Asked = { context: Readonly<RouterContextProvider> }

/**
 * The build with loaders, actions and guards that tell a database that is gone from a fault of ours: React Router
 * then renders the site's own error page with 503, in documents and in what pages in the browser ask for alike.
 */
export function tellingOutages(build: ServerBuild): ServerBuild {
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

/** So long nobody asks again for what a lock was in front of. */
const LOCKED_MS = 1_000

/** Whoever comes next would hold a connection that other pages need, for as long, and in vain. The root is every page's. */
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

function telling<A extends Asked, More extends unknown[], Answer>(
  step: (args: A, ...more: More) => Answer | Promise<Answer>,
): (args: A, ...more: More) => Promise<Answer> {
  return async (args, ...more) => {
    if (args.context.get(outageContext)) throw unavailable()
    try {
      return await step(args, ...more)
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error
      logOutage(error as Error)
      throw unavailable()
    }
  }
}

/** One line instead of a stack: while the database is gone there is one for every request. */
export const logOutage = (error: Error) =>
  console.error(JSON.stringify({ event: "database.unavailable", message: redacted(error).message }))

const unavailable = () =>
  new Response(null, {
    status: 503,
    statusText: "Service Unavailable",
    headers: { "Retry-After": String(OUTAGE_RETRY_SECONDS) },
  })
