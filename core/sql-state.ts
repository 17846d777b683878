/** Returns PostgreSQL's code of an error or of its nearest cause with one; undefined if none has one. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = "code" in error ? String(error.code) : ""
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause)
}

/** Whether a lock was not available within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === "55P03"

/**
 * Whether the server is read-only or shutting down, for example after a failover: a new connection may reach one that
 * accepts writes.
 */
export const isUselessServer = (error: unknown): boolean =>
  /^(25006|57P0[1-5])$/.test(sqlStateOf(error) ?? "")
