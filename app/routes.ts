import { index, type RouteConfig } from "@react-router/dev/routes"

export default [index("routes/placeholder.tsx")] satisfies RouteConfig
