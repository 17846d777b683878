/**
 * PostgreSQL's error codes for temporary failures: broken connections, shutdown or startup, no disk, memory or slots
 * left, a read-only server, and our own limits on locks, statements and transactions.
 */
const STATES = /^(08...|53...|57P0[1-3]|57014|55P03|25P03|25006)$/
const SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"])
/** The driver's messages for connection errors that have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) )/

/**
 * Whether an unexpected error means that the database is temporarily unavailable: unreachable, starting, out of space
 * or read-only. The same request is worth repeating soon; any other unexpected error is a bug of ours.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  if (STATES.test(code) || SOCKET.has(code) || DRIVER.test(error.message)) return true
  return isDatabaseOutage(error.cause)
}

/** Retry-After in seconds: PostgreSQL takes about this long to restart. */
export const OUTAGE_RETRY_SECONDS = 5
