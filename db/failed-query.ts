import { PgPreparedQuery } from "drizzle-orm/pg-core"

/** PostgreSQL's classes of errors whose message repeats the value that it could not take. */
const ABOUT_A_VALUE = /^22/

type PostgresError = { code?: unknown; message?: unknown; detail?: unknown }

/**
 * A statement that failed, and why, without the values that it was sent with and the row that was in its way: errors
 * are logged, stored with the job that failed and shown to ops, and values are session tokens, addresses, hashes.
 */
class FailedQuery extends Error {
  constructor(statement: string, cause: unknown) {
    const { code, message } = (cause ?? {}) as PostgresError
    const isAboutValue = typeof code === "string" && ABOUT_A_VALUE.test(code)
    super(`Failed query (${isAboutValue ? code : [code, message].filter(Boolean).join(" ")}): ${statement}`)
    this.name = "FailedQuery"
    this.cause = isAboutValue ? { code } : withoutRow(cause)
  }
}

function withoutRow(cause: unknown): unknown {
  if (cause instanceof Error && "detail" in cause) delete cause.detail
  return cause
}

type Internals = {
  queryWithCache<T>(statement: string, values: unknown, send: () => Promise<T>): Promise<T>
}

/** Drizzle's own error has the values in its message. Nothing here is cached, so sending is all that the method does. */
;(PgPreparedQuery.prototype as unknown as Internals).queryWithCache = async (statement, _values, send) => {
  try {
    return await send()
  } catch (cause) {
    throw new FailedQuery(statement, cause)
  }
}
