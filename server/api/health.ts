import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

/** Whether this process answers at all: what restarts a process may ask this, and nothing else. */
export function live(): Hono {
  return new Hono().get("/live", (c) => {
    c.header("cache-control", "no-store")
    return c.json({ status: "ok" })
  })
}

/**
 * Tells a load balancer whether this process may be asked: it has seen a database that it fits, and nobody told it to
 * stop. Whether that database answers now does not count: every process would be taken away at once, and with them the
 * apology that people get.
 */
export function health(runtime: Pick<Runtime, "state">): Hono {
  return new Hono().get("/health", (c) => {
    c.header("cache-control", "no-store")
    const state = runtime.state()
    if (state === "serving") return c.json({ status: "ok" })
    return c.json({ status: state, ...NOT_SERVING[state] }, 503)
  })
}

/** Why a process is not to be asked. */
export const NOT_SERVING = {
  starting: {
    failing: ["database"],
    problems: ["This process has not reached its database since it started."],
  },
  draining: { failing: ["process"], problems: ["This process was told to stop."] },
} as const
