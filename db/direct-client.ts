import pg from "pg"
import { UnfitDatabaseError } from "./fitness.ts"

/** Poolers do not forward their clients' options, so a session without this option is a pooler's. */
const MARK = "-c pushcart.direct=yes"

const POOLED =
  "This address leads to a pooler, and migrations need PostgreSQL itself. Set DATABASE_DIRECT_URL to its address."

/** The URL leads to a pooler, which shares sessions: LISTEN, session settings and session locks do not work there. */
export class PoolerError extends UnfitDatabaseError {
  constructor() {
    super(POOLED)
  }
}

/**
 * Connects to PostgreSQL itself. A URL with its own options cannot be distinguished from a pooler's, and counts as
 * PostgreSQL's.
 * @throws PoolerError
 */
export async function connectDirectly(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options: MARK, connectionTimeoutMillis: 10_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    if (!/[?&]options=/.test(connectionString) && !(await isMarked(client))) throw new PoolerError()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw isOptionsRejection(error) ? new PoolerError() : error
  }
}

async function isMarked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select current_setting('pushcart.direct', true) as mark",
  )
  return rows[0]?.mark === "yes"
}

/** Whether PgBouncer rejected options that it was not configured to ignore. */
const isOptionsRejection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "08P01" && error.message.includes("options")
