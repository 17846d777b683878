import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

/** Whether this process responds at all. Use only this to decide whether to restart a process. */
export function live(): Hono {
  return new Hono().get("/live", (c) => {
    c.header("cache-control", "no-store")
    return c.json({ status: "ok" })
  })
}

/**
 * Shows a load balancer whether this process can take requests: it has connected to a database that fits its version,
 * and is not shutting down. A current database outage does not count: the load balancer would remove every process at
 * the same time, and with them the error page that people get.
 */
export function health(runtime: Pick<Runtime, "state">): Hono {
  return new Hono().get("/health", (c) => {
    c.header("cache-control", "no-store")
    const state = runtime.state()
    if (state === "serving") return c.json({ status: "ok" })
    return c.json({ status: state, ...NOT_SERVING[state] }, 503)
  })
}

/** The reasons why a process takes no requests. */
export const NOT_SERVING = {
  starting: {
    failing: ["database"],
    problems: ["This process has not reached its database since it started."],
  },
  draining: { failing: ["process"], problems: ["This process was told to stop."] },
} as const
