import pg from "pg"

/** Connections for health checks only, which never wait behind the queries of people and jobs. */
export interface DatabaseProbe {
  query: pg.Pool["query"]
  close(): Promise<void>
}

/** A health check of the database ends within a second. */
const PATIENCE_MS = 800

/**
 * Opens no connection yet: connections are opened when they are needed, and closed when they are idle for half a
 * minute.
 */
export function openProbe(options: {
  connectionString: string
  applicationName: string
  onError(error: Error): void
}): DatabaseProbe {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    // One checks whether it responds, the other whether it can write, at the same time.
    max: 2,
    application_name: options.applicationName,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
  })
  pool.on("error", options.onError)
  pool.on("connect", (client) => client.on("error", options.onError))
  return { query: pool.query.bind(pool), close: () => pool.end() }
}
