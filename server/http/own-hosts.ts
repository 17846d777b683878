import { isIP } from "node:net"
import { createMiddleware } from "hono/factory"
import type { Env } from "#server/config/env.ts"

/** Paths that load balancers, Docker and Prometheus request by the names in their own networks. */
export const FOR_MACHINES = new Set(["/api/v1/live", "/api/v1/health", "/api/v1/ready", "/metrics"])

/**
 * Serves only requests to the site's own name, this machine's names, and bare addresses. With any other name, a page
 * whose name was pointed at this machine (DNS rebinding) would share the site's origin and could read a demo's mailbox.
 */
export function ownHosts({ PUBLIC_URL, HOST }: Pick<Env, "PUBLIC_URL" | "HOST">) {
  const known = new Set(["localhost", HOST.toLowerCase(), new URL(PUBLIC_URL).hostname])
  return createMiddleware(async (c, next) => {
    const { hostname } = new URL(c.req.url)
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0
    if (known.has(hostname) || isAddress || FOR_MACHINES.has(c.req.path)) return next()
    return c.text(`Pushcart is not at this name. Open ${PUBLIC_URL} instead.`, 421)
  })
}
