import pg from "pg"

/** Connections that only ask how the database is: they never wait behind what people and jobs ask. */
export interface DatabaseProbe {
  query: pg.Pool["query"]
  close(): Promise<void>
}

/** A health check of the database ends within a second. */
const PATIENCE_MS = 800

/** Opens nothing yet: connections are made when they are needed, and closed after half a minute without questions. */
export function openProbe(options: {
  connectionString: string
  applicationName: string
  onError(error: Error): void
}): DatabaseProbe {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    // Whether it answers, and whether it can write, are asked at the same time.
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
