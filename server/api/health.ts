import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

/** Tells a load balancer whether this process can do its work: its database answers. */
export function health(runtime: Pick<Runtime, "isHealthy">): Hono {
  return new Hono().get("/health", async (c) => {
    c.header("cache-control", "no-store")
    return (await runtime.isHealthy()) ? c.json({ status: "ok" }) : c.json({ status: "unavailable" }, 503)
  })
}
