/** PostgreSQL's code of an error, through what wraps it; undefined where none of them has one. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = "code" in error ? String(error.code) : ""
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause)
}

/** A lock was not to be had within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === "55P03"

/** The server only reads, or goes away: as after a failover, another connection may lead to one that takes writes. */
export const isUselessServer = (error: unknown): boolean =>
  /^(25006|57P0[1-5])$/.test(sqlStateOf(error) ?? "")
