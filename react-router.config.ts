import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "app",
  ssr: true,
  // Every page knows all routes. Found out only when one is led to, a route that an action redirects to is unknown to a
  // fetcher that answers meanwhile, and React Router stops there: the address changes and the page does not.
  routeDiscovery: { mode: "initial" },
} satisfies Config
