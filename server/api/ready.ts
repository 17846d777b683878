import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"

const PROBLEMS = {
  process: "This process starts, or was told to stop.",
  database: "PostgreSQL does not answer within a second.",
  writes: "PostgreSQL answers, and takes no writes.",
  disk: "PostgreSQL or this process has no room left to write.",
  queues: "The queues' backend does not answer within a second.",
  rooms: "The live rooms do not answer within a second.",
  sandbox: "The Stripe sandbox does not answer within a second, so nobody can pay.",
}

/**
 * Whether everything this process needs works: database, a write, disk, queues, rooms, sandbox. Names what does not.
 */
export function ready(runtime: Pick<Runtime, "ports" | "state">): Hono {
  return new Hono().get("/ready", async (c) => {
    const { operations } = runtime.ports
    const [database, disk, queues, rooms, sandbox] = await Promise.all([
      operations.database(),
      operations.disk(),
      operations.queues(),
      operations.rooms(),
      operations.sandbox(),
    ])
    const parts: Record<keyof typeof PROBLEMS, boolean> = {
      process: runtime.state() === "serving",
      database: database !== null,
      writes: database?.isWritable !== false,
      disk,
      queues: queues !== null,
      rooms: rooms !== null,
      sandbox,
    }
    const failing = (Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]).filter((part) => !parts[part])
    c.header("cache-control", "no-store")
    if (failing.length === 0) return c.json({ status: "ready" })
    const problems = failing.map((part) => PROBLEMS[part])
    return c.json({ status: "not ready", failing, problems }, 503)
  })
}
