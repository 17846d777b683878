import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Database } from "#db/client.ts"
import * as schema from "#db/schema/index.ts"

/**
 * Opens the database without its locks: every `for update` and `for no key update` is cut from the SQL before it is
 * sent, and the constraints that would catch the mistake are dropped. A test of a lock is worthless if it passes here
 * as well.
 */
export async function withoutLocks(
  url: string,
  options: { connections: number; dropping: string[] },
): Promise<{ db: Database; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: options.connections, pipeline: true })
  pool.on("error", () => {})
  pool.on("connect", (client) => {
    // The database may be dropped while a connection is still closing.
    client.on("error", () => {})
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((config: unknown, ...rest: unknown[]) =>
      query(unlocked(config), ...rest)) as typeof client.query
  })
  for (const statement of options.dropping) await pool.query(statement)
  const db = drizzle(pool, { schema, casing: "snake_case" })
  return { db, close: () => pool.end() }
}

function unlocked(config: unknown): unknown {
  if (typeof config === "string") return config.replaceAll(/ for (no key )?update/gi, "")
  if (typeof config !== "object" || config === null || !("text" in config)) return config
  return { ...config, text: String(config.text).replaceAll(/ for (no key )?update/gi, "") }
}
