/**
 * PostgreSQL's own words for "not now": broken connections, shutting down or starting up, out of disk, memory or slots,
 * and the ends of our own limits: a lock that was not to be had, a statement or a transaction that took too long.
 */
const STATES = /^(08...|53...|57P0[1-3]|57014|55P03|25P03|25006)$/
const SOCKET = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"])
/** What the driver says without a code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) )/

/**
 * Whether an unexpected error says that the database cannot be asked just now: it is gone, starting, out of room or
 * only reads. Such a request is worth repeating soon as it is; any other unexpected error is a fault of ours.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  if (STATES.test(code) || SOCKET.has(code) || DRIVER.test(error.message)) return true
  return isDatabaseOutage(error.cause)
}

/** When to come back, in seconds: a restarted PostgreSQL takes about as long. */
export const OUTAGE_RETRY_SECONDS = 5
