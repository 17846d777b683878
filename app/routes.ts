import { index, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes"

/**
 * The one table of URLs, in the specification's spelling. One list for each kind of reader; a list's guard is its
 * layout's middleware, and tests/guards walks this table: what is in no guarded list must be public on purpose.
 */
const publicRoutes: RouteConfigEntry[] = [index("routes/placeholder.tsx")]

const customerRoutes: RouteConfigEntry[] = []

const sellerRoutes: RouteConfigEntry[] = []

const delivererRoutes: RouteConfigEntry[] = []

const adminRoutes: RouteConfigEntry[] = []

const devRoutes: RouteConfigEntry[] = []

export default [
  ...publicRoutes,
  ...customerRoutes,
  ...sellerRoutes,
  ...delivererRoutes,
  ...adminRoutes,
  ...devRoutes,
] satisfies RouteConfig
