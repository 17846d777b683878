import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

/**
 * Tells a load balancer whether this process can do its work: its database answers, and nobody told it to stop.
 * Redis and the rooms do not count: pages work without them.
 */
export function health(runtime: Pick<Runtime, "isHealthy" | "isDraining">): Hono {
  return new Hono().get("/health", async (c) => {
    c.header("cache-control", "no-store")
    if (runtime.isDraining()) return c.json({ status: "draining" }, 503)
    return (await runtime.isHealthy()) ? c.json({ status: "ok" }) : c.json({ status: "unavailable" }, 503)
  })
}
