import pg from "pg"

/** One connection that only asks how the database is: it never waits behind what people and jobs ask. */
export interface DatabaseProbe {
  query: pg.Pool["query"]
  close(): Promise<void>
}

/** Whoever asks how the database is gets an answer within a second: two questions, each in less than half of it. */
const PATIENCE_MS = 400

/** Opens nothing yet: the connection is made when it is needed, and closed after half a minute without questions. */
export function openProbe(options: {
  connectionString: string
  applicationName: string
  onError(error: Error): void
}): DatabaseProbe {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: 1,
    application_name: options.applicationName,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
  })
  pool.on("error", options.onError)
  pool.on("connect", (client) => client.on("error", options.onError))
  return { query: pool.query.bind(pool), close: () => pool.end() }
}
