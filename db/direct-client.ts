import pg from "pg"
import { UnfitDatabaseError } from "./fitness.ts"

/** Poolers send no options of their clients on: a session without this one is not the client's own. */
const MARK = "-c pushcart.direct=yes"

/**
 * Whether a pooler answers at this address, where sessions are shared: LISTEN, a session's settings and its locks are of
 * no use there. An address that brings options of its own cannot be told apart, and is taken for PostgreSQL's.
 */
export async function isPooler(connectionString: string): Promise<boolean> {
  if (/[?&]options=/.test(connectionString)) return false
  const client = new pg.Client({ connectionString, options: MARK, connectionTimeoutMillis: 10_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mark: string | null }>(
      "select current_setting('pushcart.direct', true) as mark",
    )
    return rows[0]?.mark !== "yes"
  } catch (error) {
    if (isOptionsRejection(error)) return true
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** PgBouncer's answer to options that it was not told to ignore. */
const isOptionsRejection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "08P01" && error.message.includes("options")

/** @throws UnfitDatabaseError where a pooler answers. */
export async function requireDirect(connectionString: string): Promise<void> {
  if (await isPooler(connectionString)) throw new UnfitDatabaseError(POOLED)
}

const POOLED =
  "This address leads to a pooler, and migrations need PostgreSQL itself. Set DATABASE_DIRECT_URL to its address."
