import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

/** Whether everything that this process needs is well: database, disk, queues, rooms. Names what is not. */
export function ready(runtime: Pick<Runtime, "ports" | "isDraining">): Hono {
  return new Hono().get("/ready", async (c) => {
    const { operations } = runtime.ports
    const [database, disk, queues, rooms] = await Promise.all([
      operations.database(),
      operations.disk(),
      operations.queues(),
      operations.rooms(),
    ])
    const parts = {
      process: !runtime.isDraining(),
      database,
      disk,
      queues: queues !== null,
      rooms: rooms !== null,
    }
    const failing = Object.entries(parts).flatMap(([part, answers]) => (answers ? [] : [part]))
    c.header("cache-control", "no-store")
    return failing.length === 0 ? c.json({ status: "ready" }) : c.json({ status: "not ready", failing }, 503)
  })
}
